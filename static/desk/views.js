// Before and after, focus mode, and the map beside the document.
import { $, ask, base, byEntity, desk, here, marksOf, now, paper, scroller, speak, words } from "./state.js";
import { loadPiece, pieceAt, pieceOf, remember } from "./pieces.js";
import { paged } from "./pages.js";
import { light, reveal, visit } from "./walking.js";

// ---- before and after, focus ----
export function toggled() {
  paper().classList.toggle("after", $("toggle-after").getAttribute("aria-pressed") === "true");
  paper().classList.toggle("focused", $("toggle-focus").getAttribute("aria-pressed") === "true");
}

function toggle(id, on, off) {
  const button = $(id);
  const pressed = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(pressed));
  toggled();
  speak(pressed ? on : off);
  return pressed;
}

export function markFocus() {
  for (const old of paper().querySelectorAll(".has-lit")) old.classList.remove("has-lit");
  if (paged()) {
    for (const mark of byEntity.get(now.entity) || []) if (mark[1] === here()) pieceOf(mark)?.classList.add("has-lit");
    if (!paper().querySelector(".rest.has-lit")) return;
  }
  for (const mark of paper().querySelectorAll(".m.lit")) {
    for (let up = mark; up && up !== paper(); up = up.parentElement) up.classList.add("has-lit");
  }
}

export async function toggleFocus() {
  const wanted = toggle("toggle-focus", words.wFocus, words.wAll);
  if (wanted) {
    const marks = await marksOf(now.entity);
    const pieces = new Set(marks.filter((m) => m[1] === here()).map(pieceOf));
    if (!paged()) await Promise.all([...pieces].filter(Boolean).map((piece) => loadPiece(piece)));
  }
  light();
  const shown = $(`m${now.mention}`);
  if (shown) reveal(shown);
}
export const toggleAfter = () => toggle("toggle-after", words.wAfter, words.wBefore);

// ---- minimap ----
const canvas = $("minimap");
const swatches = {};
function ink(name) {
  if (!swatches[name]) {
    const dot = document.createElement("i");
    dot.hidden = true;
    desk.append(dot);
    swatches[name] = dot;
  }
  swatches[name].style.color = `var(${name})`;
  return getComputedStyle(swatches[name]).color;
}
const INKS = { open: "--m-open-line", replaced: "--m-replaced-line", generalised: "--m-general-line", kept: "--m-kept-line", protected: "--line-strong" };

let map = { file: "", bands: 1, wide: 1, marks: [] };
let mapping;

/** Fetch what the map of the open file shows; acts that follow closely are one. */
export function loadMap(after = 0) {
  clearTimeout(mapping);
  mapping = setTimeout(async () => {
    const file = here();
    const answer = await ask(`${base}ficheros/${file}/mapa/`).catch(() => null);
    if (answer) map = { file, ...await answer.json() };
    drawMap();
  }, after);
}

export function drawMap() {
  if (!canvas || !canvas.clientHeight) return;
  const scale = devicePixelRatio || 1;
  canvas.width = canvas.clientWidth * scale;
  canvas.height = canvas.clientHeight * scale;
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  const height = canvas.clientHeight;
  const shade = {};
  for (const [name, variable] of Object.entries(INKS)) shade[name] = ink(variable);
  const whole = Math.max(scroller.scrollHeight, 1);
  pen.fillStyle = ink("--line");
  pen.fillRect(0, (scroller.scrollTop / whole) * height, 14, Math.max((scroller.clientHeight / whole) * height, 12));
  if (map.file !== here()) return;
  for (const [band, state, doubt] of map.marks) {
    pen.fillStyle = shade[state];
    pen.fillRect(doubt ? 2 : 4, (band / map.bands) * (height - 3), doubt ? 11 : 7, 2);
  }
  pen.fillStyle = ink("--accent");
  for (const mark of byEntity.get(now.entity) || []) {
    if (mark[1] === map.file) pen.fillRect(1, (mark[2] / map.wide / map.bands) * (height - 3), 13, mark[0] === now.mention ? 4 : 3);
  }
}
canvas?.addEventListener("click", (event) => {
  const band = (event.offsetY / canvas.clientHeight) * map.bands;
  const near = map.marks.reduce((best, m) => (!best || Math.abs(m[0] - band) < Math.abs(best[0] - band) ? m : best), null);
  if (near && Math.abs(near[0] - band) < map.bands * 0.02) visit(near[3]);
  else pieceAt(band * map.wide)?.scrollIntoView({ block: "start" });
});
let drawing;
scroller.addEventListener("scroll", () => {
  cancelAnimationFrame(drawing);
  drawing = requestAnimationFrame(() => { drawMap(); remember(); });
}, { passive: true });
addEventListener("resize", drawMap);
