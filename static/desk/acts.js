// Acts, sent one after another; what they changed is mended on the page. The server decides everything.
import { $, ask, base, byEntity, byId, cap, desk, forget, markOf, now, open, paper, state, toast, words, writes } from "./state.js";
import { reloadPieces } from "./pieces.js";
import { advance, inList, light, setRow, showEvidence } from "./walking.js";
import { loadList, noteStates, unfold } from "./people.js";
import { loadMap } from "./views.js";

// ---- acts: one at a time, each with the revision that the one before left ----
let chain = Promise.resolve();

export function act(url, values = {}, { onward = false } = {}) {
  if (!writes()) return chain;
  chain = chain.then(() => send(url, values, onward)).catch(() => saved(words.wFailed));
  return chain;
}

function saved(text) {
  const line = $("saved");
  if (line) { line.textContent = text; line.toggleAttribute("data-busy", text !== words.wSaved); }
}

async function send(url, values, onward) {
  const before = $("saved")?.textContent;
  saved(words.wSaving);
  let xhr;
  const heard = (event) => { if (event.detail.requestConfig?.path === url) xhr = event.detail.xhr; };
  document.addEventListener("htmx:afterRequest", heard);
  try {
    await htmx.ajax("POST", url, {
      source: desk, target: desk, swap: "none", values: { ...values, revision: state().revision },
    });
  } finally { document.removeEventListener("htmx:afterRequest", heard); }
  if (!xhr || (xhr.status !== 200 && xhr.status !== 409)) {
    // What is refused left everything as it was saved; only what got no answer isn't.
    saved(xhr?.status === 422 ? before : words.wFailed);
    if (xhr?.status === 422) toast(xhr.responseText, { failed: true });
    return;
  }
  const told = state();
  apply(JSON.parse(told.changes || "[]"));
  if (told.refresh === "1") await refresh();
  else { noteStates(); setRow(now.entity, { focus: inList() }); }
  for (const entity of open) unfold(entity, true);
  if (told.said) toast(told.said, { undo: told.stale !== "1" && !/^(undo|redo)$/.test(values.turn || "") && (() => turn("undo")) });
  if (onward && told.stale !== "1") advance();
  else if (now.mention) showEvidence(now.mention);
  loadMap(400);
}

// A conflict is an answer with something to show, not a failure.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.status === 409 && xhr.responseText.includes("desk-state")) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
  if (xhr.status === 422) event.detail.shouldSwap = false;
});

/** Bring marks and index up to date with what an act changed. */
function apply(changes) {
  for (const change of changes) {
    for (const id of change.ids) {
      const known = byId.get(id);
      if (known) { known[4] = change.s; known[5] = 0; }
    }
    const touched = new Set(change.ids);
    for (const mark of paper().querySelectorAll(".m")) {
      if (!touched.has(Number(mark.dataset.id))) continue;
      mark.classList.remove("open", "kept", "replaced", "generalised", "protected", "doubt", "hides");
      mark.classList.add(change.s);
      if (change.h) mark.classList.add("hides");
      if (mark.id) {
        mark.dataset.out = change.o;
        mark.style.setProperty("--letters", change.o.length || 1);
      }
      if (mark.matches(".more")) continue;
      const text = mark.dataset.text ?? mark.textContent;
      const said = [text.replace(/\s+/g, " ").trim(), mark.dataset.tag, words[`w${cap(change.s)}`]];
      mark.setAttribute("aria-label", said.filter(Boolean).join(", "));
    }
  }
}

/** Fetch the list again; the place, the filter and the unfolded lines stay. */
export async function refresh() {
  const focus = inList();
  forget();
  await Promise.all([loadList({ stay: true }), reloadPieces()]);
  const mark = now.mention ? await markOf(now.mention) : null;
  if (mark) now.entity = mark[3];
  else if (now.mention) { now.mention = 0; $("evidence").replaceChildren(); }
  await setRow(now.entity, { focus });
  light();
}

export function turn(which) { const button = $(which); if (button && !button.disabled) act(button.dataset.act, { turn: which }); }

/** What a decision covers: the scope chosen in the evidence, or the whole person while that's on its way. */
function scope() {
  const shown = document.querySelector("#evidence .proof-body");
  const fresh = shown && Number(shown.dataset.mention) === now.mention;
  const chosen = fresh && shown.querySelector("input[name=scope]:checked");
  if (chosen) return { url: chosen.dataset.url, spelling: chosen.dataset.spelling, code: chosen.value };
  if (now.entity > 0) return { url: `${base}personas/${now.entity}/decidir/`, code: "entity" };
  return now.mention ? { url: `${base}menciones/${now.mention}/decidir/`, code: "mention" } : null;
}

let deciding = "";

/** Decide; the same once more while it's on its way (a second Enter, a double click) is one decision. */
export function decide(action) {
  const what = scope();
  if (!what) { toast(words.wNobody); return; }
  const values = what.spelling === undefined ? { action } : { action, spelling: what.spelling };
  const only = what.code === "entity" || (byEntity.get(now.entity) || []).length < 2;
  const asked = JSON.stringify([what.url, values]);
  if (asked === deciding) return;
  deciding = asked;
  act(what.url, values, { onward: only }).finally(() => { if (deciding === asked) deciding = ""; });
}

// ---- who else is here, and whether they changed something ----
export async function pulse() {
  if (document.hidden) return;
  const answer = await ask(`${base}pulso/`).catch(() => null);
  if (!answer) return;
  const told = await answer.json();
  $("here").textContent = told.others.length ? `${told.others.join(", ")} ${words.wHere}` : "";
  if (told.revision > Number(state().revision)) {
    chain = chain.then(async () => {
      await htmx.ajax("GET", `${base}al-dia/`, { source: desk, target: desk, swap: "none" });
      await refresh();
    }).catch(() => {});
  }
}
