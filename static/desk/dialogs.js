// Dialogs: fetched, shown, sent as acts.
import { $, plain, send, toast, token } from "./state.js";
import { act } from "./acts.js";
import { filter } from "./people.js";

// ---- dialogs ----
export async function dialog(url, values) {
  if (!url) return;
  const body = values && new URLSearchParams(values);
  const answer = await fetch(url, { method: body ? "POST" : "GET", body, headers: { ...token(), "HX-Request": "true" } });
  const text = await answer.text();
  if (!answer.ok) { toast(answer.headers.get("Content-Type")?.startsWith("text/plain") ? text : document.body.dataset.failed, { failed: true }); return; }
  $("dialog-body").innerHTML = text;
  if (!$("desk-dialog").open) $("desk-dialog").showModal();
  $("dialog-body").querySelector("[data-pick-filter], select, input:not([type=hidden]), [type=submit]")?.focus();
  const chosen = $("dialog-body").querySelector("input[name=to]:checked");
  if (chosen) preview(chosen);
}

export async function preview(choice) {
  const url = choice.closest("[data-picks]")?.dataset.preview;
  if (!url) return;
  const answer = await fetch(`${url}?to=${choice.value}`, { headers: { "HX-Request": "true" } });
  const text = await answer.text();
  const shown = $("merge-preview");
  if (!shown || !choice.checked) return;
  if (answer.ok) shown.innerHTML = text;
  else shown.textContent = text;
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-act]");
  if (!form) return;
  event.preventDefault();
  const data = new FormData(form);
  const values = {};
  for (const name of new Set(data.keys())) {
    const all = data.getAll(name);
    values[name] = all.length > 1 ? all : all[0];
  }
  $("desk-dialog").close();
  act(form.dataset.act, values);
});

// In a list of choices Enter sends the form, as it does in a field.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("form[data-act] select")) return;
  event.preventDefault();
  event.target.form.requestSubmit();
});

document.addEventListener("input", (event) => {
  if (event.target.id === "filter") filter();
  if (event.target.matches("[data-pick-filter]")) pick(event.target);
  if (event.target.matches("[data-option-filter]")) offer(event.target);
});
document.addEventListener("change", (event) => {
  if (event.target.id === "order") filter(0);
  if (event.target.matches("input[name=to]")) preview(event.target);
});

/** Leave the lines that say what is typed; where there are more than are shown, the server looks for them. */
async function pick(field) {
  const box = field.closest("form").querySelector(".picks");
  if (box.dataset.names) {
    const found = await look(field, { ...box.dataset });
    if (!found) return;
    for (const old of box.querySelectorAll(".pick-line")) old.remove();
    box.append(...found.map(line));
  }
  const wanted = plain(field.value.trim()).split(/\s+/);
  const lines = [...box.querySelectorAll(".pick-line")];
  if (!box.dataset.names) for (const one of lines) one.hidden = !wanted.every((word) => plain(one.textContent).includes(word));
  const first = lines.find((one) => !one.hidden)?.querySelector("input");
  if (wanted[0] && first && !first.checked) { first.checked = true; preview(first); }
}

function line([id, tag, name]) {
  const [label, input, mark, text] = ["label", "input", "span", "span"].map((each) => document.createElement(each));
  label.className = "pick-line";
  Object.assign(input, { type: "radio", name: "to", value: id, required: true });
  Object.assign(mark, { className: "tag", textContent: tag });
  Object.assign(text, { className: "break", textContent: name });
  label.append(input, mark, text);
  return label;
}

/** Put who says what is typed first among the options. */
async function offer(field) {
  const found = await look(field, { ...field.dataset });
  const select = $(field.dataset.optionFilter);
  if (!found || !select) return;
  select.dataset.whole ||= select.innerHTML;
  select.innerHTML = select.dataset.whole;
  if (!field.value.trim()) return;
  const ids = new Set(found.map(([id]) => String(id)));
  for (const option of [...select.options]) if (ids.has(option.value)) option.remove();
  select.prepend(...found.map(([id, tag, name]) => new Option(`${tag} · ${name}`, id)));
  if (found.length) select.selectedIndex = 0;
}

let looking;
const look = (field, { names, like = "", persons = "" }) => new Promise((done) => {
  clearTimeout(looking);
  const typed = field.value;
  looking = setTimeout(async () => {
    const answer = await send(names, { q: typed, like, persons }).catch(() => null);
    done(answer && field.value === typed ? (await answer.json()).found : null);
  }, 180);
});
