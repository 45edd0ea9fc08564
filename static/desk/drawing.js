// A region drawn on a page: with the pointer, or as a rectangle moved by keys. What it holds is asked of the server.
import { $, desk, paper, scroller, speak, toast, words, writes } from "./state.js";
import { dialog } from "./dialogs.js";
import { pageInView, paged } from "./pages.js";

const SLIP = 6;
const STEP = 0.01;
const LEAST = 0.008;
let zone = null;
let drag = null;

const round = (share) => Math.min(Math.max(share, 0), 1).toFixed(5);

function ask(page, [x0, y0, x1, y1]) {
  dialog(paper().dataset.draw, { page: page.dataset.piece, x0: round(x0), y0: round(y0), x1: round(x1), y1: round(y1) });
}

function show(box) {
  zone.box = box;
  const [x0, y0, x1, y1] = box;
  zone.frame.style.left = `${x0 * 100}%`;
  zone.frame.style.top = `${y0 * 100}%`;
  zone.frame.style.width = `${(x1 - x0) * 100}%`;
  zone.frame.style.height = `${(y1 - y0) * 100}%`;
}

function begin(page, box, byKeys) {
  drop();
  const frame = document.createElement("div");
  frame.className = "zone";
  if (byKeys) {
    frame.tabIndex = 0;
    frame.setAttribute("role", "application");
    frame.setAttribute("aria-label", words.wZone);
  }
  page.append(frame);
  zone = { page, frame };
  show(box);
}

export function drop() {
  zone?.frame.remove();
  zone = null;
}

// ---- with the pointer ----
function shares(page, event) {
  const at = page.getBoundingClientRect();
  return [(event.clientX - at.left) / at.width, (event.clientY - at.top) / at.height].map((n) => Math.min(Math.max(n, 0), 1));
}

scroller.addEventListener("pointerdown", (event) => {
  const page = event.target.closest?.(".leaf");
  if (!page || !paged() || !writes() || event.button !== 0 || event.pointerType === "touch") return;
  if (event.target.closest(".zone")) return;
  drag = { page, from: shares(page, event), x: event.clientX, y: event.clientY, on: false };
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (!drag.on && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLIP) return;
  const [x, y] = shares(drag.page, event);
  const [ox, oy] = drag.from;
  const box = [Math.min(x, ox), Math.min(y, oy), Math.max(x, ox), Math.max(y, oy)];
  if (!drag.on) { begin(drag.page, box, false); drag.on = true; paper().classList.add("drawing"); } else show(box);
});
document.addEventListener("pointerup", () => {
  const done = drag;
  drag = null;
  paper()?.classList.remove("drawing");
  if (!done?.on || !zone) return;
  // The click that ends a drag is none on what lies under it.
  addEventListener("click", (event) => { event.stopPropagation(); event.preventDefault(); }, { capture: true, once: true });
  setTimeout(() => ask(done.page, zone.box), 0);
});
document.addEventListener("pointercancel", () => { drag = null; paper()?.classList.remove("drawing"); drop(); });
$("desk-dialog").addEventListener("close", drop);

// ---- with keys ----
export function drawByKeys() {
  if (!writes()) return;
  const page = paged() && pageInView();
  if (!page) { toast(words.wNoZone); return; }
  const view = scroller.getBoundingClientRect();
  const at = page.getBoundingClientRect();
  const top = Math.max(view.top, at.top);
  const middle = ((top + Math.min(view.bottom, at.bottom)) / 2 - at.top) / at.height;
  const half = 0.03;
  const y = Math.min(Math.max(middle, half), 1 - half);
  begin(page, [0.35, y - half, 0.65, y + half], true);
  zone.frame.focus({ preventScroll: true });
  speak(words.wZone);
}

function moved([x0, y0, x1, y1], dx, dy) {
  const x = Math.min(Math.max(dx, -x0), 1 - x1);
  const y = Math.min(Math.max(dy, -y0), 1 - y1);
  return [x0 + x, y0 + y, x1 + x, y1 + y];
}

const grown = ([x0, y0, x1, y1], dx, dy) =>
  [x0, y0, Math.min(Math.max(x1 + dx, x0 + LEAST), 1), Math.min(Math.max(y1 + dy, y0 + LEAST), 1)];

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

desk.addEventListener("keydown", (event) => {
  if (!zone || event.target !== zone.frame) return;
  const arrow = ARROWS[event.key];
  if (arrow) {
    const step = event.ctrlKey ? STEP / 5 : STEP;
    show((event.shiftKey ? grown : moved)(zone.box, arrow[0] * step, arrow[1] * step));
    zone.frame.scrollIntoView({ block: "nearest" });
  } else if (event.key === "Enter") ask(zone.page, zone.box);
  else if (event.key === "Escape") { drop(); scroller.focus({ preventScroll: true }); } else if (event.key !== "Tab") { event.stopPropagation(); return; } else return;
  event.preventDefault();
  event.stopPropagation();
});
