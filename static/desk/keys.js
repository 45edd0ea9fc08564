// Pointer and keys: which deed each does.
import { $, base, byId, desk, now, paper, row, speak, toast, words, writes } from "./state.js";
import { changeView, openFile, remember } from "./pieces.js";
import { zoomBy, zoomTo } from "./pages.js";
import { drawByKeys } from "./drawing.js";
import { choose, setRow, step, visit, walk } from "./walking.js";
import { act, decide, turn } from "./acts.js";
import { filter, firstLine, unfold } from "./people.js";
import { dialog } from "./dialogs.js";
import { addSelected, handle } from "./selection.js";
import { toggleAfter, toggleFocus } from "./views.js";

// ---- pointer ----
document.addEventListener("click", (event) => {
  const target = event.target;
  const hit = (selector) => target.closest(selector);
  const mark = hit(".m");
  if (mark && paper().contains(mark)) {
    if (getSelection().isCollapsed) visit(Number(mark.dataset.id), { scroll: false });
    return;
  }
  const button = hit("button, a[data-file]");
  if (!button || !desk.contains(button)) return;
  if (button.matches(".pick")) choose(Number(button.closest(".entity").dataset.e));
  else if (button.matches(".unfold")) unfold(Number(button.closest(".entity").dataset.e));
  else if (button.dataset.go) choose(Number(button.dataset.go));
  else if (button.dataset.mention) visit(Number(button.dataset.mention));
  else if (button.dataset.candidate) dialog(`${base}personas/${button.dataset.candidate}/candidata/${button.dataset.to}/`);
  else if (button.dataset.decide) decide(button.dataset.decide);
  else if (button.id === "accept-bulk") dialog(button.dataset.url, { typed: $("filter").value.trim() });
  else if (button.dataset.dialog) dialog(button.dataset.dialog);
  else if (button.id === "undo" || button.id === "redo") turn(button.id);
  else if (button.id === "view-page") changeView("page");
  else if (button.id === "view-text") changeView("text");
  else if (button.id === "zoom-in") zoomBy(1);
  else if (button.id === "zoom-out") zoomBy(-1);
  else if (button.id === "zoom-fit") zoomTo(1);
  else if (button.id === "draw-box") drawByKeys();
  else if (button.id === "toggle-after") toggleAfter();
  else if (button.id === "toggle-focus") toggleFocus();
  else if (button.id === "open-help") $("help").showModal();
  else if ("close" in button.dataset) button.closest("dialog").close();
  else if (button.dataset.act) {
    const values = button.dataset.spelling === undefined ? {} : { spelling: button.dataset.spelling, action: button.dataset.action };
    act(button.dataset.act, values, { onward: "advance" in button.dataset });
  } else if (button.dataset.file) {
    event.preventDefault();
    button.closest("details").open = false;
    openFile(button.dataset.file).then(remember);
  }
});

// ---- keys ----
const askOf = (name) => (now.entity > 0 ? dialog(`${base}personas/${now.entity}/${name}/`) : toast(words.wNobody));
const pickScope = (n) => {
  const choice = document.querySelectorAll("#evidence input[name=scope]")[n];
  if (choice) { choice.checked = true; speak(choice.parentElement.innerText); }
};
const KEYS = {
  j: () => step(1), k: () => step(-1), n: () => walk(1), p: () => walk(-1),
  r: () => decide("replace"), g: () => decide("generalise"), x: () => decide("suppress"), e: () => decide("keep"),
  m: () => askOf("unir"), s: () => askOf("separar"), l: () => askOf("tipologia"),
  v: () => now.mention && dialog(`${base}menciones/${now.mention}/mover/`),
  a: addSelected, f: toggleFocus, i: () => $("evidence").focus(),
  z: () => turn("undo"), Z: () => turn("redo"),
  t: () => changeView(), d: drawByKeys, "+": () => zoomBy(1), "-": () => zoomBy(-1), 0: () => zoomTo(1),
  "/": () => $("filter").focus(), "?": () => $("help").showModal(),
  1: () => pickScope(0), 2: () => pickScope(1), 3: () => pickScope(2),
  ArrowDown: () => step(1), ArrowUp: () => step(-1), ArrowRight: () => walk(1), ArrowLeft: () => walk(-1),
};
const WRITING = new Set(["r", "g", "x", "e", "m", "s", "v", "l", "a", "d", "z", "Z"]);
const SOLO = new Set(["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"]);
let held = 0;

document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  const target = event.target;
  const typing = target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { $("submit-form")?.requestSubmit(); return; }
  if (typing) {
    if (target.id === "filter") leaveFilter(event);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") { getSelection().removeAllRanges(); handle.hidden = true; return; }
  if (event.key === "Enter" || event.key === " ") { enter(event, target); return; }
  if (event.key === "b") { if (!event.repeat) { held = Date.now(); toggleAfter(); } return; }
  if (SOLO.has(event.key)) {
    const upDown = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (!(upDown ? target.closest?.("#people-list") : target.closest?.(".m"))) return;
  }
  const deed = KEYS[event.key];
  if (!deed || (WRITING.has(event.key) && !writes())) return;
  event.preventDefault();
  deed();
});
// Held, `b` shows the result while it's down; tapped, it stays.
document.addEventListener("keyup", (event) => {
  if (event.key === "b" && held) { if (Date.now() - held > 450) toggleAfter(); held = 0; }
});

/** From the filter: down or Enter to the first line that it leaves, Escape back to the whole list. */
async function leaveFilter(event) {
  if (!["Escape", "ArrowDown", "Enter"].includes(event.key)) return;
  event.preventDefault();
  if (event.key === "Escape") event.target.value = "";
  event.target.blur();
  await filter(0);
  const first = firstLine();
  if (event.key === "Escape") setRow(now.entity, { focus: true });
  else if (first) choose(first, { focus: true });
}

/** Enter decides, unless the focus is on a control that has its own meaning. */
function enter(event, target) {
  const mark = target.closest?.(".m");
  const pick = target.closest?.(".pick");
  if (mark && Number(mark.dataset.id) !== now.mention) { event.preventDefault(); visit(Number(mark.dataset.id), { scroll: false }); return; }
  if (pick && Number(pick.closest(".entity").dataset.e) !== now.entity) return;
  if (!mark && !pick && target.closest?.("button, a, summary, input, [role=button]")) return;
  if (event.key === " ") { if (mark || pick) event.preventDefault(); return; }
  event.preventDefault();
  if (!writes()) return;
  // Past the last one Enter has nothing left to decide: what is decided is changed by the key of an action.
  if (isSettled()) { toast(words.wSettled); return; }
  decide("replace");
}

/** Whether what a decision would cover now has been decided already. */
function isSettled() {
  const shown = document.querySelector("#evidence .proof-body");
  const fresh = shown && Number(shown.dataset.mention) === now.mention;
  const scope = (fresh && shown.querySelector("input[name=scope]:checked")?.value) || "entity";
  if (scope !== "entity") return byId.get(now.mention)?.[4] !== "open";
  const line = row(now.entity);
  return Boolean(line) && line.dataset.state !== "open" && line.dataset.state !== "protected";
}
