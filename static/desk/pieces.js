// The document in pieces, fetched when they come near, and the place in it, kept on this machine.
import { $, ask, base, memory, now, paper, scroller, speak, words } from "./state.js";
import { light, visit } from "./walking.js";
import { loadMap, toggled } from "./views.js";
import { layBoxes, layPages, paged } from "./pages.js";

// ---- the document in pieces ----
const LINE = 28;
const loading = new Map();
let watcher;

export function watchPieces() {
  watcher?.disconnect();
  loading.clear();
  // Pages are heavy, and a long text is many pieces: what is far from the eye is let go again.
  watcher = new IntersectionObserver(
    (seen) => seen.forEach((entry) => (entry.isIntersecting ? loadPiece(entry.target) : letGo(entry.target))),
    { root: scroller, rootMargin: paged() ? "2400px 0px" : "1400px 0px" },
  );
  layPages();
  for (const piece of paper().querySelectorAll(".piece")) {
    if (!piece.childElementCount && piece.dataset.lines) piece.style.minHeight = `${piece.dataset.lines * LINE}px`;
    watcher.observe(piece);
  }
}

/** Say on a piece that it couldn't be shown. */
function failed(piece, why) {
  piece.classList.add("failed");
  piece.dataset.said = why;
}

export function loadPiece(piece, afresh = false) {
  if (!afresh && loading.has(piece)) return loading.get(piece);
  const coming = ask(`${paper().dataset.base}${piece.dataset.piece}/`).then(async (answer) => {
    if (!answer) throw new Error("not shown");
    piece.innerHTML = await answer.text();
    piece.style.minHeight = "";
    piece.removeAttribute("aria-busy");
    piece.classList.remove("failed");
    delete piece.dataset.said;
    layBoxes(piece);
    light(piece);
  }).catch(() => { loading.delete(piece); failed(piece, document.body.dataset.failed); });
  loading.set(piece, coming);
  return coming;
}

function letGo(piece) {
  if (!loading.has(piece) || !piece.childElementCount || !piece.offsetParent) return;
  if (piece.contains(document.activeElement) || piece.querySelector(".zone") || getSelection().containsNode(piece, true)) return;
  // In focus mode a text is what is left of its pieces.
  if (!paged() && paper().classList.contains("focused")) return;
  empty(piece);
}

function empty(piece) {
  if (!paged()) piece.style.minHeight = `${piece.getBoundingClientRect().height}px`;
  loading.delete(piece);
  piece.setAttribute("aria-busy", "true");
  piece.replaceChildren();
}

/** Fetch again what is near the eye; what is far is fetched again when it comes near. */
export function reloadPieces() {
  const box = scroller.getBoundingClientRect();
  const near = [];
  for (const piece of [...loading.keys()]) {
    const at = piece.getBoundingClientRect();
    if (at.bottom > box.top - 1400 && at.top < box.bottom + 1400) near.push(loadPiece(piece, true));
    else {
      empty(piece);
      watcher.unobserve(piece);
      watcher.observe(piece);
    }
  }
  return Promise.all(near);
}

export async function openFile(key) {
  if (paper().dataset.file !== key) await fetchFile(key);
}

/** Fetch the document pane of a file, as pages or as text. */
async function fetchFile(key) {
  const answer = await ask(`${base}ficheros/${key}/`);
  if (!answer) return;
  scroller.innerHTML = await answer.text();
  scroller.scrollTop = 0;
  showTools();
  $("file-name").textContent = paper().dataset.name;
  for (const link of document.querySelectorAll("a[data-file]")) {
    if (link.dataset.file === key) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const place = new URL(location.href);
  place.searchParams.set("fichero", key);
  history.replaceState(null, "", place);
  toggled();
  watchPieces();
  loadMap();
}

/** Show the tools that pages have, where the file has pages. */
export function showTools() {
  const on = paged();
  $("view-switch").hidden = !paper().dataset.paged;
  $("page-tools").hidden = !on;
  $("view-page").setAttribute("aria-pressed", String(on));
  $("view-text").setAttribute("aria-pressed", String(!on));
}

/** Change between the page and its text; what is chosen stays chosen and in view. */
export async function changeView(wanted = paged() ? "text" : "page") {
  if (!paper().dataset.paged || (wanted === "page") === paged()) return;
  document.cookie = `desk-view=${wanted}; path=/; max-age=31536000; samesite=lax`;
  await fetchFile(paper().dataset.file);
  speak(wanted === "page" ? words.wViewPage : words.wViewText);
  if (now.mention) await visit(now.mention);
}

/** The piece that holds a mention: its page, or its stretch of text. */
export const pieceOf = (mark) => (paged() ? $(`p${mark[6]}`) : pieceAt(mark[2]));

/** The piece or page whose text holds an offset: the last that starts before it. */
export function pieceAt(offset) {
  const pieces = [...paper().querySelectorAll(".piece[data-start]")];
  let [first, last] = [0, pieces.length];
  while (last - first > 1) {
    const middle = (first + last) >> 1;
    if (Number(pieces[middle].dataset.start) <= offset) first = middle; else last = middle;
  }
  return pieces[first] || paper().querySelector(".piece");
}

// ---- the place, kept on this machine: numbers only ----
let remembering;
export function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    const kept = { file: paper().dataset.file, mention: now.mention, top: scroller.scrollTop };
    localStorage.setItem(memory, JSON.stringify(kept));
  }, 250);
}
export function recall() {
  try { return JSON.parse(localStorage.getItem(memory)) || {}; } catch { return {}; }
}
