// Before and after, focus mode, and the map beside the document.
import { $, byEntity, desk, fileNumber, index, now, paper, scroller, speak, words } from "./state.js";
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
    const here = fileNumber();
    for (const mark of byEntity.get(now.entity) || []) if (mark[1] === here) pieceOf(mark)?.classList.add("has-lit");
    if (!paper().querySelector(".rest.has-lit")) return;
  }
  for (const mark of paper().querySelectorAll(".m.lit")) {
    for (let up = mark; up && up !== paper(); up = up.parentElement) up.classList.add("has-lit");
  }
}

export async function toggleFocus() {
  const wanted = toggle("toggle-focus", words.wFocus, words.wAll);
  if (wanted) {
    const here = fileNumber();
    const pieces = new Set((byEntity.get(now.entity) || []).filter((m) => m[1] === here).map(pieceOf));
    if (!paged()) await Promise.all([...pieces].filter(Boolean).map((piece) => loadPiece(piece)));
  }
  light();
  const shown = $(`m${now.mention}`);
  if (shown) reveal(shown);
}
export const toggleAfter = () => toggle("toggle-after", words.wAfter, words.wBefore);

// ---- minimap ----
const map = $("minimap");
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

export function drawMap() {
  if (!map || !map.clientHeight) return;
  const scale = devicePixelRatio || 1;
  map.width = map.clientWidth * scale;
  map.height = map.clientHeight * scale;
  const pen = map.getContext("2d");
  pen.scale(scale, scale);
  const here = fileNumber();
  const length = index.files[here]?.length || 1;
  const height = map.clientHeight;
  const shade = {};
  for (const [name, variable] of Object.entries(INKS)) shade[name] = ink(variable);
  const whole = Math.max(scroller.scrollHeight, 1);
  pen.fillStyle = ink("--line");
  pen.fillRect(0, (scroller.scrollTop / whole) * height, 14, Math.max((scroller.clientHeight / whole) * height, 12));
  for (const mark of index.marks) {
    if (mark[1] !== here) continue;
    pen.fillStyle = shade[mark[4]];
    pen.fillRect(mark[5] ? 2 : 4, (mark[2] / length) * (height - 3), mark[5] ? 11 : 7, 2);
  }
  pen.fillStyle = ink("--accent");
  for (const mark of byEntity.get(now.entity) || []) {
    if (mark[1] === here) pen.fillRect(1, (mark[2] / length) * (height - 3), 13, mark[0] === now.mention ? 4 : 3);
  }
}
map?.addEventListener("click", (event) => {
  const length = index.files[fileNumber()]?.length || 0;
  const offset = (event.offsetY / map.clientHeight) * length;
  const near = index.marks.filter((m) => m[1] === fileNumber())
    .reduce((best, m) => (!best || Math.abs(m[2] - offset) < Math.abs(best[2] - offset) ? m : best), null);
  if (near && Math.abs(near[2] - offset) < length * 0.02) visit(near[0]);
  else pieceAt(offset)?.scrollIntoView({ block: "start" });
});
let drawing;
scroller.addEventListener("scroll", () => {
  cancelAnimationFrame(drawing);
  drawing = requestAnimationFrame(() => { drawMap(); remember(); });
}, { passive: true });
addEventListener("resize", drawMap);
