// Choosing people and mentions: what is lit, scrolled to and shown as evidence.
import { $, base, byEntity, byId, cap, fileNumber, index, now, paper, row, rows, scroller, speak, state, toast, words } from "./state.js";
import { loadPiece, openFile, pieceOf, remember } from "./pieces.js";
import { drawMap, markFocus } from "./views.js";

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

export function setRow(entity, { focus = false } = {}) {
  for (const old of document.querySelectorAll(".entity.current")) {
    old.classList.remove("current");
    old.removeAttribute("aria-current");
    for (const control of old.querySelectorAll("button")) control.tabIndex = -1;
  }
  const line = row(entity);
  const fallback = rows()[0];
  if (!line) { if (fallback) fallback.querySelector(".pick").tabIndex = 0; return; }
  line.classList.add("current");
  line.setAttribute("aria-current", "true");
  for (const control of line.querySelectorAll("button")) control.tabIndex = 0;
  const group = line.closest("details");
  if (group) group.open = true;
  line.scrollIntoView({ block: "nearest" });
  if (focus) line.querySelector(".pick").focus({ preventScroll: true });
}

export function inList() { return !!document.activeElement?.closest("#people-list"); }

/** Choose a person: its first undecided mention, or its first. */
export function choose(entity, options = {}) {
  const list = byEntity.get(entity) || [];
  const here = fileNumber();
  const undecided = list.filter((m) => m[4] === "open");
  const from = undecided.length ? undecided : list;
  const mark = from.find((m) => m[1] === here) || from[0];
  setRow(entity, options);
  const line = row(entity);
  if (line && !options.silent) {
    const text = line.querySelector(".pick").innerText.replace(/\s+/g, " ");
    speak(`${text}, ${words[`w${cap(line.dataset.state)}`] || ""}`);
  }
  if (mark) return visit(mark[0], { row: false });
  now.entity = entity;
  light();
  return Promise.resolve();
}

/** Go to a mention: open its file, fetch its piece, scroll to it, show its evidence. */
export async function visit(id, { row: withRow = true, scroll = true, say = false } = {}) {
  const mark = byId.get(id);
  if (!mark) return;
  now.entity = mark[3];
  now.mention = id;
  if (withRow) setRow(mark[3]);
  showEvidence(id);
  const file = index.files[mark[1]];
  if (file) await openFile(file.key);
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
  const list = rows();
  if (!list.length) return;
  const at = list.findIndex((r) => Number(r.dataset.e) === now.entity);
  const next = list[Math.min(Math.max(at + by, 0), list.length - 1)];
  choose(Number(next.dataset.e), { focus: inList() });
}

export function walk(by) {
  const list = byEntity.get(now.entity) || [];
  if (!list.length) return;
  const at = list.findIndex((m) => m[0] === now.mention);
  visit(list[(at + by + list.length) % list.length][0], { row: false, say: true });
}

export function advance() {
  const list = rows();
  const at = list.findIndex((r) => Number(r.dataset.e) === now.entity);
  const ahead = [...list.slice(at + 1), ...list.slice(0, at + 1)];
  const next = ahead.find((r) => r.dataset.state === "open" && !r.closest('[data-group="quiet"]'));
  if (next) choose(Number(next.dataset.e), { focus: inList() });
  else {
    if (state().done === "1") toast(words.wEnd);
    if (now.mention) showEvidence(now.mention);
  }
}
