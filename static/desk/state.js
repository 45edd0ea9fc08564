// What the parts of the review screen share: the page's elements and words, where the reader is, where mentions lie.

export const desk = document.getElementById("desk");
export const scroller = document.getElementById("doc-scroll");

export const $ = (id) => document.getElementById(id);
export const words = desk.dataset;
export const base = words.base;
export const memory = `desk:${words.case}`;
export const now = { entity: 0, mention: 0 };
export const open = new Set();
export const byEntity = new Map();
export const byId = new Map();

export const state = () => $("desk-state").dataset;
export const paper = () => $("document");
export const writes = () => words.writes === "1" && state().state === "in_review";
export const row = (entity) => $(`e${entity}`);
export const here = () => paper().dataset.file;

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

// ---- where mentions lie: [id, file, offset, entity, state, doubt, page], asked for by entity ----
const coming = new Map();
let known = 0;

/** The mentions of a line of the list, by place. */
export async function marksOf(entity) {
  if (!coming.has(entity)) coming.set(entity, fetchMarks(`de=${entity}`));
  await coming.get(entity);
  if (!byEntity.has(entity)) coming.delete(entity); // it failed: the next look asks again
  return byEntity.get(entity) || [];
}

export async function markOf(id) {
  if (!byId.has(id)) await fetchMarks(`mencion=${id}`);
  return byId.get(id);
}

async function fetchMarks(whose) {
  const asked = known;
  const answer = await ask(`${base}indice/?${whose}`).catch(() => null);
  const told = answer && await answer.json();
  if (!told || asked !== known) return;
  const marks = told.marks.map(([id, file, at, shape, doubt, page]) => [id, told.files[file], at, told.entity, shape, doubt, page]);
  byEntity.set(told.entity, marks);
  for (const mark of marks) byId.set(mark[0], mark);
  coming.set(told.entity, Promise.resolve());
}

/** What is known of the mentions is no longer so. */
export function forget() {
  known += 1;
  for (const kept of [byEntity, byId, coming]) kept.clear();
}

/** Fetch; nothing where the server refuses. Whose session has ended is sent to sign in, not shown that page in a pane. */
export async function ask(url, options = {}) {
  const answer = await fetch(url, options);
  if (answer.redirected) { location.reload(); return null; }
  return answer.ok ? answer : null;
}

/** Send as a form; nothing where the server refuses. What is typed stays out of addresses. */
export const send = (url, values) =>
  ask(url, { method: "POST", body: new URLSearchParams(values), headers: { ...token(), "HX-Request": "true" } });
export const token = () => JSON.parse(document.body.getAttribute("hx-headers") || "{}");

export const cap = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
