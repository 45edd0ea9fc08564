// The document in pieces, fetched when they come near, and the place in it, kept on this machine.
import { $, ask, base, fileNumber, index, memory, now, paper, scroller } from "./state.js";
import { light } from "./walking.js";
import { drawMap, toggled } from "./views.js";

// ---- the document in pieces ----
const LINE = 28;
const loading = new Map();
let watcher;

export function watchPieces() {
  watcher?.disconnect();
  loading.clear();
  watcher = new IntersectionObserver(
    (seen) => seen.forEach((entry) => entry.isIntersecting && loadPiece(entry.target)),
    { root: scroller, rootMargin: "1400px 0px" },
  );
  for (const piece of paper().querySelectorAll(".piece")) {
    if (!piece.childElementCount) piece.style.minHeight = `${piece.dataset.lines * LINE}px`;
    watcher.observe(piece);
  }
}

export function loadPiece(piece, afresh = false) {
  if (!afresh && loading.has(piece)) return loading.get(piece);
  const coming = ask(piece.dataset.src).then(async (answer) => {
    if (!answer) throw new Error("not shown");
    piece.innerHTML = await answer.text();
    piece.style.minHeight = "";
    piece.removeAttribute("aria-busy");
    light(piece);
  }).catch(() => { loading.delete(piece); piece.classList.add("failed"); });
  loading.set(piece, coming);
  return coming;
}

/** Fetch again what is near the eye; what is far is fetched again when it comes near. */
export function reloadPieces() {
  const box = scroller.getBoundingClientRect();
  const near = [];
  for (const piece of [...loading.keys()]) {
    const at = piece.getBoundingClientRect();
    if (at.bottom > box.top - 1400 && at.top < box.bottom + 1400) near.push(loadPiece(piece, true));
    else {
      piece.style.minHeight = `${at.height}px`;
      piece.setAttribute("aria-busy", "true");
      piece.replaceChildren();
      loading.delete(piece);
      watcher.unobserve(piece);
      watcher.observe(piece);
    }
  }
  return Promise.all(near);
}

export async function openFile(key) {
  if (paper().dataset.file === key) return;
  const answer = await ask(`${base}ficheros/${key}/`);
  if (!answer) return;
  scroller.innerHTML = await answer.text();
  scroller.scrollTop = 0;
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
  drawMap();
}

export function pieceAt(offset) {
  const starts = index.files[fileNumber()]?.starts || [0];
  let at = starts.length - 1;
  while (at > 0 && starts[at] > offset) at -= 1;
  return $(`p${at}`);
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
