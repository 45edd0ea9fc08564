// The list of people: filter, unfold, drag one on another.
import { $, ask, base, open, plain, row, writes } from "./state.js";
import { dialog, preview } from "./dialogs.js";

// ---- list: filter, order, unfold, drag ----
export function filter() {
  const wanted = plain($("filter").value.trim()).split(/\s+/).filter(Boolean);
  let any = !wanted.length;
  for (const group of document.querySelectorAll(".group")) {
    let shown = 0;
    for (const line of group.querySelectorAll(".entity")) {
      const text = plain(line.textContent);
      line.hidden = !wanted.every((w) => text.includes(w));
      shown += !line.hidden;
    }
    group.hidden = !shown;
    if (wanted.length && shown) { group.open = true; any = true; }
  }
  $("no-match").hidden = any;
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
document.addEventListener("drop", async (event) => {
  const line = event.target.closest?.(".entity.over");
  if (!dragged || !line) return;
  event.preventDefault();
  const to = line.dataset.e;
  await dialog(`${base}personas/${dragged}/unir/`);
  const choice = $("desk-dialog").querySelector(`input[name=to][value="${to}"]`);
  if (choice) { choice.checked = true; choice.scrollIntoView({ block: "nearest" }); preview(choice); }
});
document.addEventListener("dragend", () => {
  dragged = 0;
  for (const old of document.querySelectorAll(".entity.over")) old.classList.remove("over");
});
