// Dialogs: fetched, shown, sent as acts.
import { $, plain, toast } from "./state.js";
import { act, refresh } from "./acts.js";
import { filter } from "./people.js";

// ---- dialogs ----
export async function dialog(url, values) {
  if (!url) return;
  const body = values && new URLSearchParams(values);
  const token = JSON.parse(document.body.getAttribute("hx-headers") || "{}");
  const answer = await fetch(url, { method: body ? "POST" : "GET", body, headers: { ...token, "HX-Request": "true" } });
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
  if (event.target.matches("[data-pick-filter]")) {
    const wanted = plain(event.target.value.trim());
    const lines = [...event.target.closest("form").querySelectorAll(".picks .pick-line")];
    for (const line of lines) line.hidden = !plain(line.textContent).includes(wanted);
    const first = lines.find((line) => !line.hidden)?.querySelector("input");
    if (wanted && first && !first.checked) { first.checked = true; preview(first); }
  }
});
document.addEventListener("change", (event) => {
  if (event.target.id === "order") refresh();
  if (event.target.matches("input[name=to]")) preview(event.target);
});
