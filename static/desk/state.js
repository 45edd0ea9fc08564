// What the parts of the review screen share: the page's elements and words, where the reader is, where mentions lie.

export const desk = document.getElementById("desk");
export const scroller = document.getElementById("doc-scroll");

export const $ = (id) => document.getElementById(id);
export const words = desk.dataset;
export const base = words.base;
export const memory = `desk:${words.case}`;
export const now = { entity: 0, mention: 0 };
export const open = new Set();
export let index = { files: [], marks: [] };
export let byEntity = new Map();
export let byId = new Map();

export const state = () => $("desk-state").dataset;
export const paper = () => $("document");
export const writes = () => words.writes === "1" && state().state === "in_review";
export const rows = () => [...document.querySelectorAll("#people-list .entity")].filter((r) => r.offsetParent);
export const row = (entity) => $(`e${entity}`);
export const fileNumber = () => index.files.findIndex((f) => f.key === paper().dataset.file);

// ---- saying things ----
export function speak(text) { $("spoken").textContent = text; }

/** Show a passing message; `undo`, where it can be taken back, is what does so. */
export function toast(text, { undo = null, failed = false } = {}) {
  const box = document.createElement("div");
  box.className = "toast";
  const line = document.createElement("span");
  line.textContent = text;
  box.append(line);
  if (undo) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn quiet tiny";
    button.textContent = words.wUndo;
    button.addEventListener("click", () => { box.remove(); undo(); });
    box.append(button);
  }
  const shown = $("toasts");
  while (shown.children.length > 0) shown.firstElementChild.remove();
  shown.append(box);
  setTimeout(() => box.remove(), failed ? 12000 : 6000);
}

// ---- where every mention lies ----
export async function loadIndex() {
  const answer = await ask(`${base}indice/`);
  if (!answer) return;
  index = await answer.json();
  byEntity = new Map();
  byId = new Map();
  for (const mark of index.marks) {
    byId.set(mark[0], mark);
    if (!byEntity.has(mark[3])) byEntity.set(mark[3], []);
    byEntity.get(mark[3]).push(mark);
  }
}

/** Fetch; nothing where the server refuses. Whose session has ended is sent to sign in, not shown that page in a pane. */
export async function ask(url, options = {}) {
  const answer = await fetch(url, options);
  if (answer.redirected) { location.reload(); return null; }
  return answer.ok ? answer : null;
}

export const cap = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
