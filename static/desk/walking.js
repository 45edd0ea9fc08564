// Choosing people and mentions: what is lit, scrolled to and shown as evidence.
import { $, base, cap, here, markOf, marksOf, now, paper, row, scroller, speak, state, toast, words } from "./state.js";
import { loadPiece, openFile, pieceOf, remember } from "./pieces.js";
import { drawMap, markFocus } from "./views.js";
import { asking, beside, firstLine, mark as markLine, reach } from "./people.js";

// ---- selecting ----
export function light(root = document) {
  for (const mark of root.querySelectorAll(".m.lit")) mark.classList.remove("lit");
  for (const mark of root.querySelectorAll(`.m[data-e="${now.entity}"]`)) mark.classList.add("lit");
  for (const mark of root.querySelectorAll(".m.current")) { mark.classList.remove("current"); mark.tabIndex = -1; }
  for (const mark of root.querySelectorAll(`.m[data-id="${now.mention}"]`)) mark.classList.add("current");
  const first = paper().querySelector(".m.current") || paper().querySelector(".m");
  if (first) first.tabIndex = 0;
  if (paper().classList.contains("focused")) markFocus();
}

export async function setRow(entity, { focus = false } = {}) {
  for (const old of document.querySelectorAll(".entity.current")) {
    old.classList.remove("current");
    old.removeAttribute("aria-current");
    for (const control of old.querySelectorAll("button")) control.tabIndex = -1;
  }
  const line = row(entity) || await reach(entity);
  if (entity !== now.entity) return;
  if (!line) { const first = row(firstLine()); if (first) first.querySelector(".pick").tabIndex = 0; return; }
  markLine(line);
  const group = line.closest("details");
  if (group) group.open = true;
  line.scrollIntoView({ block: "nearest" });
  if (focus) line.querySelector(".pick").focus({ preventScroll: true });
}

export function inList() { return !!document.activeElement?.closest("#people-list"); }

/** Choose a person: its first undecided mention, or its first. */
export async function choose(entity, options = {}) {
  // A decision that comes before its mentions do is on this line: on the whole of it, or on the one that it stands for.
  now.entity = entity;
  now.mention = entity < 0 ? -entity : 0;
  const [, list] = await Promise.all([setRow(entity, options), marksOf(entity)]);
  if (now.entity !== entity) return;
  const undecided = list.filter((m) => m[4] === "open");
  const from = undecided.length ? undecided : list;
  const mark = from.find((m) => m[1] === here()) || from[0];
  const line = row(entity);
  if (line && !options.silent) {
    const text = line.querySelector(".pick").innerText.replace(/\s+/g, " ");
    speak(`${text}, ${words[`w${cap(line.dataset.state)}`] || ""}`);
  }
  if (mark) await visit(mark[0], { row: false });
  else light();
}

/** Go to a mention: open its file, fetch its piece, scroll to it, show its evidence. */
export async function visit(id, { row: withRow = true, scroll = true, say = false } = {}) {
  const mark = await markOf(id);
  if (!mark) return;
  now.entity = mark[3];
  now.mention = id;
  if (withRow) setRow(mark[3]);
  showEvidence(id);
  await openFile(mark[1]);
  const piece = pieceOf(mark);
  if (piece) await loadPiece(piece);
  if (now.mention !== id) return;
  // A page out of sight may have been let go while it came.
  if (piece && scroll && !$(`m${id}`) && piece.offsetParent) { piece.scrollIntoView({ block: "center" }); await loadPiece(piece); }
  if (now.mention !== id) return;
  light();
  const shown = $(`m${id}`);
  if (shown && scroll) {
    reveal(shown);
    if (say) speak(shown.getAttribute("aria-label"));
  }
  for (const place of document.querySelectorAll(".place")) {
    if (Number(place.dataset.mention) === id) place.setAttribute("aria-current", "true");
    else place.removeAttribute("aria-current");
  }
  remember();
  drawMap();
}

/** Scroll only where it isn't in view already: the page doesn't jump under the reader. */
export function reveal(element) {
  const box = scroller.getBoundingClientRect();
  const at = element.getBoundingClientRect();
  if (at.top < box.top + 72 || at.bottom > box.bottom - 96) {
    scroller.scrollTop += at.top - box.top - box.height * 0.36;
  }
  if (at.left < box.left + 24 || at.right > box.right - 24) {
    scroller.scrollLeft += at.left - box.left - Math.max((box.width - at.width) / 2, 24);
  }
}

let evidenceTimer;
export function showEvidence(id) {
  clearTimeout(evidenceTimer);
  evidenceTimer = setTimeout(() => {
    if (now.mention !== id) return;
    htmx.ajax("GET", `${base}menciones/${id}/`, { source: $("evidence"), target: "#evidence", swap: "innerHTML" });
  }, 40);
}

export function step(by) {
  const next = beside(now.entity, by);
  if (next) choose(next, { focus: inList() });
}

export async function walk(by) {
  const list = await marksOf(now.entity);
  if (!list.length) return;
  const at = list.findIndex((m) => m[0] === now.mention);
  visit(list[(at + by + list.length) % list.length][0], { row: false, say: true });
}

export function advance() {
  const next = asking(now.entity);
  if (next) choose(next, { focus: inList() });
  else {
    if (state().done === "1") toast(words.wEnd);
    if (now.mention) showEvidence(now.mention);
  }
}
