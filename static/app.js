// The small behaviours of every page: menus that close, messages that pass, files that are dropped.
// Everything here is an addition: each form works without it.
(() => {
  "use strict";

  const words = document.body.dataset;

  /** Show a passing message; it stays until closed when it tells of a failure. */
  function toast(text, failed) {
    const box = document.createElement("div");
    box.className = "toast";
    const line = document.createElement("span");
    line.textContent = text;
    const close = document.createElement("button");
    close.type = "button";
    close.className = "btn quiet tiny";
    close.textContent = words.close;
    close.addEventListener("click", () => box.remove());
    box.append(line, close);
    document.getElementById("toasts").append(box);
    if (!failed) setTimeout(() => box.remove(), 6000);
  }
  window.anonymiza = { toast };

  // A refusal answers with a plain line of its own words; anything else gets the general one.
  document.addEventListener("htmx:responseError", (event) => {
    const xhr = event.detail.xhr;
    const plain = (xhr.getResponseHeader("Content-Type") || "").startsWith("text/plain");
    toast(plain && xhr.responseText ? xhr.responseText : words.failed, true);
  });
  document.addEventListener("htmx:sendError", () => toast(words.offline, true));
  document.addEventListener("said", (event) => toast(event.detail.value || event.detail, false));

  // Menus close on a click elsewhere and on Escape, which gives the focus back.
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details[data-menu][open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.activeElement && document.activeElement.closest("details[data-menu][open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  // Filters that apply themselves when a choice changes.
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-auto]");
    if (form && event.target.matches("select, input[type=date], input[type=checkbox]")) form.requestSubmit();
  });

  // What is missing is said beside its field, in the page's words, and stays until it is mended.
  document.addEventListener("invalid", (event) => {
    const control = event.target;
    const field = control.closest(".field");
    if (!field || !control.name) return;
    event.preventDefault();
    let line = field.querySelector(".field-error");
    if (!line) {
      line = document.createElement("p");
      line.className = "field-error";
      line.id = `error_${control.name}`;
      field.append(line);
    }
    line.textContent = control.validity.valueMissing ? field.dataset.missing || words.missing : control.validationMessage;
    for (const each of field.querySelectorAll(":is(input, select, textarea):invalid")) {
      each.setAttribute("aria-invalid", "true");
      const told = new Set([...(each.getAttribute("aria-describedby") || "").split(" "), line.id]);
      each.setAttribute("aria-describedby", [...told].join(" ").trim());
    }
    if (control.form.querySelector(":is(input, select, textarea):invalid") === control) control.focus();
  }, true);
  document.addEventListener("input", (event) => {
    const field = event.target.closest(".field");
    const line = field && event.target.validity?.valid && field.querySelector(".field-error");
    if (!line) return;
    for (const each of field.querySelectorAll("[aria-invalid]")) each.removeAttribute("aria-invalid");
    line.textContent = "";
  });

  // ---- dropping files ----
  function size(bytes) {
    const units = ["B", "kB", "MB", "GB"];
    let n = bytes;
    let u = 0;
    while (n >= 1000 && u < units.length - 1) { n /= 1000; u += 1; }
    return `${n.toLocaleString(document.documentElement.lang, { maximumFractionDigits: u ? 1 : 0 })} ${units[u]}`;
  }

  function listed(zone, files) {
    const list = zone.querySelector(".drop-list");
    list.replaceChildren();
    for (const file of files) {
      const item = document.createElement("li");
      const name = document.createElement("span");
      name.className = "break";
      name.textContent = file.name;
      const weight = document.createElement("span");
      weight.className = "muted num nowrap";
      weight.textContent = size(file.size);
      item.append(name, weight);
      list.append(item);
    }
    list.hidden = !files.length;
  }

  // The zones come and go with swaps, so everything is listened for on the document.
  const zoneOf = (event) => (event.target.closest ? event.target.closest("[data-drop]") : null);
  function chosen(zone) {
    const input = zone.querySelector("input[type=file]");
    // The server refuses it unread, and a browser that is cut off while sending tells nobody why.
    if ([...input.files].reduce((sum, file) => sum + file.size, 0) > Number(zone.dataset.limit)) {
      input.value = "";
      toast(zone.dataset.tooBig, true);
    }
    listed(zone, input.files);
    if ("now" in zone.dataset && input.files.length) zone.closest("form").requestSubmit();
  }
  document.addEventListener("dragover", (event) => {
    const zone = zoneOf(event);
    for (const other of document.querySelectorAll("[data-drop].over")) if (other !== zone) other.classList.remove("over");
    if (zone) zone.classList.add("over");
  });
  document.addEventListener("drop", (event) => {
    const zone = zoneOf(event);
    if (!zone) return;
    zone.classList.remove("over");
    const input = zone.querySelector("input[type=file]");
    const all = new DataTransfer();
    for (const file of [...input.files, ...event.dataTransfer.files]) all.items.add(file);
    input.files = all.files;
    chosen(zone);
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-drop] input[type=file]")) chosen(zoneOf(event));
  });
  document.addEventListener("htmx:xhr:progress", (event) => {
    const zone = event.target.querySelector("[data-drop]");
    if (!zone || !event.detail.lengthComputable || !zone.querySelector("input[type=file]").files.length) return;
    const bar = zone.querySelector("progress");
    bar.hidden = false;
    bar.max = event.detail.total || 1;
    bar.value = event.detail.loaded;
    const { loaded, total } = event.detail;
    zone.querySelector("[data-said]").textContent = `${zone.dataset.sending} ${size(loaded)} / ${size(total)}`;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const zone = event.target.querySelector ? event.target.querySelector("[data-drop]") : null;
    if (!zone || !document.contains(zone)) return;
    zone.querySelector("progress").hidden = true;
    zone.querySelector("[data-said]").textContent = "";
    if (event.detail.successful) { zone.querySelector("input[type=file]").value = ""; listed(zone, []); }
  });
  // A file let go beside the zone must not replace the page.
  for (const kind of ["dragover", "drop"]) {
    window.addEventListener(kind, (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
  }
})();
