// The list of people: filled a page of lines at a time, filtered, unfolded, dragged one on another.
import { $, ask, base, now, open, row, send, writes } from "./state.js";
import { dialog } from "./dialogs.js";

const PAGE = 100;
const KEPT = 3 * PAGE; // lines of one group in the page at once
const list = () => $("people-list");
const groups = () => [...list().querySelectorAll(".group")];

// ---- which lines there are: all of them, shown or not ----
const parts = new WeakMap(); // of a group: its ids, and for each whether nobody has decided it
let places = new Map(); // of an id: its group and its place there

function part(group) {
  if (!parts.has(group)) {
    const ids = group.dataset.ids.split(",").map(Number);
    parts.set(group, { ids, asking: [...group.dataset.asking].map((figure) => figure === "1") });
  }
  return parts.get(group);
}

/** Take in a list that has come: where each line is, and the buttons that lead to those that aren't shown. */
export function takeIn() {
  places = new Map();
  for (const group of groups()) {
    part(group).ids.forEach((id, at) => places.set(id, { group, at }));
    group.addEventListener("toggle", () => { if (group.open && !linesOf(group).length) loadPage(group, 0); });
    bound(group);
  }
}

const linesOf = (group) => group.querySelectorAll(":scope > .rows > .entity");
const fromOf = (group) => Number(group.dataset.from);
const endOf = (group) => fromOf(group) + linesOf(group).length;

/** Put a button at each end of what is shown of a group, where there is more. */
function bound(group) {
  for (const old of group.querySelectorAll(".more")) old.remove();
  const [from, end, total] = [fromOf(group), endOf(group), part(group).ids.length];
  const box = group.querySelector(".rows");
  if (end === from) return;
  if (from > 0) box.prepend(more(list().dataset.wBefore, Math.max(from - PAGE, 0), from));
  if (end < total) box.append(more(list().dataset.wAfter, end, total - end));
}

function more(word, at, count) {
  const line = document.createElement("li");
  line.className = "more";
  line.dataset.at = at;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn quiet tiny";
  button.textContent = `${word} · ${count}`;
  line.append(button);
  watcher.observe(line);
  return line;
}

const watcher = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) if (isIntersecting && target.isConnected) extend(target);
}, { root: list(), rootMargin: "600px 0px" });
list().addEventListener("click", (event) => {
  const line = event.target.closest(".more");
  if (line) extend(line);
});

const fetching = new Map();

/** Show the lines of a group from a place on, instead of those shown. */
function loadPage(group, from) {
  const key = `${group.dataset.group}:${from}`;
  if (!fetching.has(key)) fetching.set(key, bring(group, from, from + PAGE).then((html) => {
    fetching.delete(key);
    if (html === null) return;
    group.querySelector(".rows").innerHTML = html;
    settle(group, from);
  }));
  return fetching.get(key);
}

async function bring(group, from, end) {
  const ids = part(group).ids.slice(from, end);
  const html = await ask(`${base}personas/lineas/?ids=${ids.join(",")}`).then((answer) => answer && answer.text()).catch(() => null);
  return group.isConnected ? html ?? null : null;
}

function settle(group, from) {
  group.dataset.from = from;
  bound(group);
  const line = row(now.entity);
  if (line && !line.classList.contains("current")) mark(line);
  for (const entity of open) if (row(entity)?.querySelector(".unfold")?.getAttribute("aria-expanded") === "false") unfold(entity, true);
}

/** Go on at one end of what is shown; what is then far at the other end is let go. */
async function extend(line) {
  const group = line.closest(".group");
  if (group.dataset.busy) return;
  group.dataset.busy = "1";
  const down = !line.nextElementSibling;
  const [from, end] = [fromOf(group), endOf(group)];
  const first = down ? end : Math.max(from - PAGE, 0);
  const html = await bring(group, first, down ? end + PAGE : from);
  delete group.dataset.busy;
  if (html === null) return;
  for (const old of group.querySelectorAll(".more")) old.remove();
  const box = group.querySelector(".rows");
  const kept = list().scrollTop;
  const tall = list().scrollHeight;
  if (!down) {
    box.insertAdjacentHTML("afterbegin", html);
    list().scrollTop = kept + list().scrollHeight - tall;
  } else box.insertAdjacentHTML("beforeend", html);
  settle(group, down ? from + trim(group, true) : (trim(group, false), first));
}

/** Let go of lines beyond those kept, at the start or at the end; return how many went. */
function trim(group, atStart) {
  const lines = [...linesOf(group)];
  const over = Math.max(lines.length - KEPT, 0);
  const going = over ? (atStart ? lines.slice(0, over) : lines.slice(-over)) : [];
  if (going.some((line) => line.contains(document.activeElement))) return 0;
  const tall = list().scrollHeight;
  const top = list().scrollTop;
  for (const line of going) line.remove();
  if (atStart && over) list().scrollTop = top - (tall - list().scrollHeight);
  return over;
}

/** Bring a line into the list, where it's one of them. */
export async function reach(entity) {
  const place = places.get(entity);
  if (!place || row(entity)) return row(entity);
  await loadPage(place.group, Math.min(Math.floor(place.at / PAGE) * PAGE, Math.max(part(place.group).ids.length - PAGE, 0)));
  return row(entity);
}

/** Light a line as the one chosen. */
export function mark(line) {
  line.classList.add("current");
  line.setAttribute("aria-current", "true");
  for (const control of line.querySelectorAll("button")) control.tabIndex = 0;
}

// ---- walking over the lines, in groups that are open ----
const shown = () => groups().filter((group) => group.open);

/** The line before or after one; the nearest end where there is none. */
export function beside(entity, by) {
  const walked = shown();
  const place = places.get(entity);
  if (!walked.length) return 0;
  if (!place || !walked.includes(place.group)) return part(walked[0]).ids[0];
  const ids = part(place.group).ids;
  if (ids[place.at + by] !== undefined) return ids[place.at + by];
  const next = walked[walked.indexOf(place.group) + by];
  if (!next) return entity;
  return part(next).ids.at(by > 0 ? 0 : -1);
}

const isAsking = ({ group, at }, id) => {
  const line = row(id);
  if (line) part(group).asking[at] = line.dataset.state === "open";
  return part(group).asking[at];
};

/** The next line that nobody has decided, from one on and round again; 0 where there is none. */
export function asking(entity = 0) {
  const every = shown().filter((group) => group.dataset.group !== "quiet")
    .flatMap((group) => part(group).ids.map((id, at) => ({ id, group, at })));
  const from = every.findIndex((each) => each.id === entity) + 1;
  const ahead = [...every.slice(from), ...every.slice(0, from)];
  return ahead.find((each) => isAsking(each, each.id))?.id || 0;
}

export const firstLine = () => { const walked = shown(); return walked.length ? part(walked[0]).ids[0] : 0; };

/** Keep what acts have made of the lines shown: they may be let go of. */
export function noteStates() {
  for (const line of list().querySelectorAll(".entity")) {
    const place = places.get(Number(line.dataset.e));
    if (place) isAsking(place, Number(line.dataset.e));
  }
}

// ---- filter and order: asked of the server, which knows all lines ----
let turn = 0;
let typing;
let filtered = Promise.resolve();

/** Fetch the list; `stay` keeps what is shown of each group and where. */
export async function loadList({ stay = false } = {}) {
  turn += 1;
  const mine = turn;
  const top = list().scrollTop;
  const before = new Map(groups().map((group) => [group.dataset.group, group]));
  const windows = [...before].filter(([, group]) => linesOf(group).length)
    .map(([code, group]) => `${code}:${fromOf(group)}:${endOf(group)}`);
  const values = { order: $("order").value, typed: $("filter").value, windows: stay ? windows.join(" ") : "" };
  const answer = await send(`${base}personas/`, values).catch(() => null);
  const html = answer && await answer.text();
  if (mine !== turn || !html) return;
  list().innerHTML = html;
  if (stay) {
    for (const group of groups()) if (before.has(group.dataset.group)) group.open = before.get(group.dataset.group).open;
  }
  takeIn();
  list().scrollTop = stay ? top : 0;
  const line = row(now.entity);
  if (line) mark(line);
}

export function filter(wait = 180) {
  clearTimeout(typing);
  filtered = new Promise((done) => { typing = setTimeout(() => loadList().then(done), wait); });
  return filtered;
}

export async function unfold(entity, stay = false) {
  const line = row(entity);
  const button = line?.querySelector(".unfold");
  if (!button) return;
  const box = $(`d${entity}`);
  if (!stay && button.getAttribute("aria-expanded") === "true") {
    open.delete(entity);
    button.setAttribute("aria-expanded", "false");
    box.hidden = true;
    return;
  }
  open.add(entity);
  button.setAttribute("aria-expanded", "true");
  box.hidden = false;
  const answer = await ask(`${base}personas/${entity}/`);
  if (answer) box.innerHTML = await answer.text();
}

let dragged = 0;
document.addEventListener("dragstart", (event) => {
  const line = event.target.closest?.(".entity");
  if (!line || !writes()) return;
  dragged = Number(line.dataset.e);
  event.dataTransfer.effectAllowed = "link";
  event.dataTransfer.setData("text/plain", line.dataset.tag);
});
document.addEventListener("dragover", (event) => {
  const line = event.target.closest?.(".entity");
  if (!dragged || !line || Number(line.dataset.e) === dragged || Number(line.dataset.e) < 0) return;
  event.preventDefault();
  for (const old of document.querySelectorAll(".entity.over")) if (old !== line) old.classList.remove("over");
  line.classList.add("over");
});
document.addEventListener("drop", (event) => {
  const line = event.target.closest?.(".entity.over");
  if (!dragged || !line) return;
  event.preventDefault();
  dialog(`${base}personas/${dragged}/unir/?con=${line.dataset.e}`);
});
document.addEventListener("dragend", () => {
  dragged = 0;
  for (const old of document.querySelectorAll(".entity.over")) old.classList.remove("over");
});
