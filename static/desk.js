// The review screen: walks people and mentions, sends acts one after another, mends what an act changed.
// The server decides everything; this script moves, marks and asks.
(() => {
  "use strict";
  const desk = document.getElementById("desk");
  const scroller = document.getElementById("doc-scroll");
  if (!desk || !scroller) return;

  const $ = (id) => document.getElementById(id);
  const words = desk.dataset;
  const base = words.base;
  const memory = `desk:${words.case}`;
  const now = { entity: 0, mention: 0 };
  const open = new Set();
  let index = { files: [], marks: [] };
  let byEntity = new Map();
  let byId = new Map();

  const state = () => $("desk-state").dataset;
  const paper = () => $("document");
  const writes = () => words.writes === "1" && state().state === "in_review";
  const rows = () => [...document.querySelectorAll("#people-list .entity")].filter((r) => r.offsetParent);
  const row = (entity) => $(`e${entity}`);
  const marksOf = (id) => document.querySelectorAll(`.m[data-id="${id}"]`);
  const fileNumber = () => index.files.findIndex((f) => f.key === paper().dataset.file);

  // ---- saying things ----
  function speak(text) { $("spoken").textContent = text; }

  function toast(text, { undo = false, failed = false } = {}) {
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
      button.addEventListener("click", () => { box.remove(); turn("undo"); });
      box.append(button);
    }
    const shown = $("toasts");
    while (shown.children.length > 1) shown.firstElementChild.remove();
    shown.append(box);
    setTimeout(() => box.remove(), failed ? 12000 : 6000);
  }

  // ---- where every mention lies ----
  async function loadIndex() {
    const answer = await fetch(`${base}indice/`, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    index = await answer.json();
    byEntity = new Map();
    byId = new Map();
    for (const mark of index.marks) {
      byId.set(mark[0], mark);
      if (!byEntity.has(mark[3])) byEntity.set(mark[3], []);
      byEntity.get(mark[3]).push(mark);
    }
    drawMap();
  }

  // ---- the document in pieces ----
  const LINE = 28;
  const loading = new Map();
  let watcher;

  function watchPieces() {
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

  function loadPiece(piece, afresh = false) {
    if (!afresh && loading.has(piece)) return loading.get(piece);
    const coming = fetch(piece.dataset.src).then(async (answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      piece.innerHTML = await answer.text();
      piece.style.minHeight = "";
      piece.removeAttribute("aria-busy");
      light(piece);
    }).catch(() => { loading.delete(piece); piece.classList.add("failed"); });
    loading.set(piece, coming);
    return coming;
  }

  /** Fetch again what is near the eye; what is far is fetched again when it comes near. */
  function reloadPieces() {
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

  async function openFile(key) {
    if (paper().dataset.file === key) return;
    const answer = await fetch(`${base}ficheros/${key}/`);
    if (!answer.ok) return;
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

  function pieceAt(offset) {
    const starts = index.files[fileNumber()]?.starts || [0];
    let at = starts.length - 1;
    while (at > 0 && starts[at] > offset) at -= 1;
    return $(`p${at}`);
  }

  // ---- selecting ----
  function light(root = document) {
    for (const mark of root.querySelectorAll(".m.lit")) mark.classList.remove("lit");
    for (const mark of root.querySelectorAll(`.m[data-e="${now.entity}"]`)) mark.classList.add("lit");
    for (const mark of root.querySelectorAll(".m.current")) { mark.classList.remove("current"); mark.tabIndex = -1; }
    for (const mark of root.querySelectorAll(`.m[data-id="${now.mention}"]`)) mark.classList.add("current");
    const first = paper().querySelector(".m.current") || paper().querySelector(".m");
    if (first) first.tabIndex = 0;
    if (paper().classList.contains("focused")) markFocus();
  }

  function setRow(entity, { focus = false } = {}) {
    for (const old of document.querySelectorAll(".entity.current")) {
      old.classList.remove("current");
      old.removeAttribute("aria-current");
      for (const control of old.querySelectorAll("button")) control.tabIndex = -1;
    }
    const line = row(entity);
    const fallback = rows()[0];
    if (!line) { if (fallback) fallback.querySelector(".pick").tabIndex = 0; return; }
    line.classList.add("current");
    line.setAttribute("aria-current", "true");
    for (const control of line.querySelectorAll("button")) control.tabIndex = 0;
    const group = line.closest("details");
    if (group) group.open = true;
    line.scrollIntoView({ block: "nearest" });
    if (focus) line.querySelector(".pick").focus({ preventScroll: true });
  }

  function inList() { return !!document.activeElement?.closest("#people-list"); }

  /** Choose a person: its first undecided mention, or its first. */
  function choose(entity, options = {}) {
    const list = byEntity.get(entity) || [];
    const here = fileNumber();
    const undecided = list.filter((m) => m[4] === "open");
    const from = undecided.length ? undecided : list;
    const mark = from.find((m) => m[1] === here) || from[0];
    setRow(entity, options);
    const line = row(entity);
    if (line && !options.silent) {
      const text = line.querySelector(".pick").innerText.replace(/\s+/g, " ");
      speak(`${text}, ${words[`w${cap(line.dataset.state)}`] || ""}`);
    }
    if (mark) return visit(mark[0], { row: false });
    now.entity = entity;
    light();
    return Promise.resolve();
  }

  const cap = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  /** Go to a mention: open its file, fetch its piece, scroll to it, show its evidence. */
  async function visit(id, { row: withRow = true, scroll = true, say = false } = {}) {
    const mark = byId.get(id);
    if (!mark) return;
    now.entity = mark[3];
    now.mention = id;
    if (withRow) setRow(mark[3]);
    showEvidence(id);
    const file = index.files[mark[1]];
    if (file) await openFile(file.key);
    const piece = pieceAt(mark[2]);
    if (piece) await loadPiece(piece);
    if (now.mention !== id) return;
    light();
    const shown = $(`m${id}`);
    if (shown && scroll) {
      reveal(shown);
      if (say) speak(shown.getAttribute("aria-label"));
    }
    for (const place of document.querySelectorAll(".place")) {
      if (Number(place.dataset.mention) === id) place.setAttribute("aria-current", "true");
      else place.removeAttribute("aria-current");
    }
    remember();
    drawMap();
  }

  /** Scroll only where it isn't in view already: the page doesn't jump under the reader. */
  function reveal(element) {
    const box = scroller.getBoundingClientRect();
    const at = element.getBoundingClientRect();
    if (at.top < box.top + 72 || at.bottom > box.bottom - 96) {
      scroller.scrollTop += at.top - box.top - box.height * 0.36;
    }
  }

  let evidenceTimer;
  function showEvidence(id) {
    clearTimeout(evidenceTimer);
    evidenceTimer = setTimeout(() => {
      if (now.mention !== id) return;
      htmx.ajax("GET", `${base}menciones/${id}/`, { source: $("evidence"), target: "#evidence", swap: "innerHTML" });
    }, 40);
  }

  function step(by) {
    const list = rows();
    if (!list.length) return;
    const at = list.findIndex((r) => Number(r.dataset.e) === now.entity);
    const next = list[Math.min(Math.max(at + by, 0), list.length - 1)];
    choose(Number(next.dataset.e), { focus: inList() });
  }

  function walk(by) {
    const list = byEntity.get(now.entity) || [];
    if (!list.length) return;
    const at = list.findIndex((m) => m[0] === now.mention);
    visit(list[(at + by + list.length) % list.length][0], { row: false, say: true });
  }

  function advance() {
    const list = rows();
    const at = list.findIndex((r) => Number(r.dataset.e) === now.entity);
    const ahead = [...list.slice(at + 1), ...list.slice(0, at + 1)];
    const next = ahead.find((r) => r.dataset.state === "open" && !r.closest('[data-group="quiet"]'));
    if (next) choose(Number(next.dataset.e), { focus: inList() });
    else {
      if (state().done === "1") toast(words.wEnd);
      if (now.mention) showEvidence(now.mention);
    }
  }

  // ---- acts: one at a time, each with the revision that the one before left ----
  let chain = Promise.resolve();

  function act(url, values = {}, { onward = false } = {}) {
    if (!writes()) return chain;
    chain = chain.then(() => send(url, values, onward)).catch(() => saved(words.wFailed));
    return chain;
  }

  function saved(text) { const line = $("saved"); if (line) line.textContent = text; }

  async function send(url, values, onward) {
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
      saved(words.wFailed);
      if (xhr?.status === 422) toast(xhr.responseText, { failed: true });
      return;
    }
    const told = state();
    apply(JSON.parse(told.changes || "[]"));
    if (told.refresh === "1") await refresh();
    else setRow(now.entity, { focus: inList() });
    for (const entity of open) unfold(entity, true);
    if (told.said) toast(told.said, { undo: told.stale !== "1" && !/^(undo|redo)$/.test(values.turn || "") });
    if (onward && told.stale !== "1") advance();
    else if (now.mention) showEvidence(now.mention);
    drawMap();
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
        if (mark.id) mark.dataset.out = change.o;
        const said = [mark.textContent.replace(/\s+/g, " ").trim(), mark.dataset.tag, words[`w${cap(change.s)}`]];
        mark.setAttribute("aria-label", said.filter(Boolean).join(", "));
      }
    }
  }

  /** Fetch the lists again; the place, the filter and the unfolded lines stay. */
  async function refresh() {
    const typed = $("filter")?.value || "";
    const at = $("people-list")?.scrollTop || 0;
    const folded = [...document.querySelectorAll(".group")].map((g) => [g.dataset.group, g.open]);
    const order = $("order")?.value || "doubt";
    const focus = inList();
    const answer = await fetch(`${base}personas/?orden=${order}`);
    if (answer.ok) $("people").outerHTML = await answer.text();
    for (const [code, isOpen] of folded) {
      const group = document.querySelector(`.group[data-group="${code}"]`);
      if (group) group.open = isOpen;
    }
    $("filter").value = typed;
    filter();
    $("people-list").scrollTop = at;
    await Promise.all([loadIndex(), reloadPieces()]);
    const mark = byId.get(now.mention);
    if (mark) now.entity = mark[3];
    else if (now.mention) { now.mention = 0; $("evidence").replaceChildren(); }
    setRow(now.entity, { focus });
    light();
  }

  function turn(which) { const button = $(which); if (button && !button.disabled) act(button.dataset.act, { turn: which }); }

  /** What a decision covers: the scope chosen in the evidence, or the whole person while that's on its way. */
  function scope() {
    const shown = document.querySelector("#evidence .proof-body");
    const fresh = shown && Number(shown.dataset.mention) === now.mention;
    const chosen = fresh && shown.querySelector("input[name=scope]:checked");
    if (chosen) return { url: chosen.dataset.url, spelling: chosen.dataset.spelling, code: chosen.value };
    if (now.entity > 0) return { url: `${base}personas/${now.entity}/decidir/`, code: "entity" };
    return now.mention ? { url: `${base}menciones/${now.mention}/decidir/`, code: "mention" } : null;
  }

  function decide(action) {
    const what = scope();
    if (!what) { toast(words.wNobody); return; }
    const values = what.spelling === undefined ? { action } : { action, spelling: what.spelling };
    const only = what.code === "entity" || (byEntity.get(now.entity) || []).length < 2;
    act(what.url, values, { onward: only });
  }

  // ---- list: filter, order, unfold, drag ----
  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

  function filter() {
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

  async function unfold(entity, stay = false) {
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
    const answer = await fetch(`${base}personas/${entity}/`);
    if (answer.ok) box.innerHTML = await answer.text();
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

  // ---- dialogs ----
  async function dialog(url, values) {
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

  async function preview(choice) {
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

  // ---- selecting text: places are counted in code points, block by block ----
  const points = (text) => [...text].length;

  function place(node, offset) {
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    const block = element.closest(".b");
    if (!block || !paper().contains(block)) return null;
    const before = document.createRange();
    before.selectNodeContents(block);
    before.setEnd(node, offset);
    return { block, at: Number(block.dataset.s) + points(before.toString()) };
  }

  function selected() {
    const chosen = getSelection();
    if (!chosen.rangeCount || chosen.isCollapsed) return null;
    const range = chosen.getRangeAt(0);
    if (!paper().contains(range.commonAncestorContainer) && range.commonAncestorContainer !== paper()) return null;
    const blocks = [...paper().querySelectorAll(".b")].filter((b) => range.intersectsNode(b));
    if (!blocks.length) return null;
    const last = blocks[blocks.length - 1];
    const start = place(range.startContainer, range.startOffset) || { block: blocks[0], at: Number(blocks[0].dataset.s) };
    // A triple click ends at the very start of the next block: the end is then that of the block before.
    let end = place(range.endContainer, range.endOffset);
    if (!end || end.at === Number(end.block.dataset.s)) {
      const block = end ? blocks[Math.max(0, blocks.indexOf(end.block) - 1)] : last;
      end = { block, at: Number(block.dataset.s) + points(block.textContent) };
    }
    if (end.at <= start.at) return null;
    if (start.block === end.block) {
      const text = [...start.block.textContent].slice(start.at - Number(start.block.dataset.s), end.at - Number(start.block.dataset.s));
      return { start: start.at, end: end.at, seen: text.join(""), range };
    }
    return { start: start.at, end: end.at, seen: "", range };
  }

  function addSelected() {
    const what = selected();
    if (!what) { toast(words.wSelect); return; }
    handle.hidden = true;
    dialog(paper().dataset.add, { start: what.start, end: what.end, seen: what.seen });
  }

  const handle = document.createElement("button");
  handle.type = "button";
  handle.className = "btn primary tiny add-here";
  handle.hidden = true;
  handle.tabIndex = -1;
  handle.textContent = "＋ a";
  handle.setAttribute("aria-label", words.wAdd);
  handle.addEventListener("pointerdown", (event) => event.preventDefault());
  handle.addEventListener("click", addSelected);
  desk.append(handle);
  document.addEventListener("selectionchange", () => {
    const what = writes() && selected();
    handle.hidden = !what;
    if (!what) return;
    const box = what.range.getBoundingClientRect();
    handle.style.left = `${Math.min(box.right + 6, innerWidth - 80)}px`;
    handle.style.top = `${Math.max(box.top - 30, 100)}px`;
  });

  // ---- before and after, focus ----
  function toggled() {
    paper().classList.toggle("after", $("toggle-after").getAttribute("aria-pressed") === "true");
    paper().classList.toggle("focused", $("toggle-focus").getAttribute("aria-pressed") === "true");
  }

  function toggle(id, on, off) {
    const button = $(id);
    const pressed = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(pressed));
    toggled();
    speak(pressed ? on : off);
    return pressed;
  }

  function markFocus() {
    for (const old of paper().querySelectorAll(".has-lit")) old.classList.remove("has-lit");
    for (const mark of paper().querySelectorAll(".m.lit")) {
      for (let up = mark; up && up !== paper(); up = up.parentElement) up.classList.add("has-lit");
    }
  }

  async function toggleFocus() {
    const wanted = toggle("toggle-focus", words.wFocus, words.wAll);
    if (wanted) {
      const here = fileNumber();
      const pieces = new Set((byEntity.get(now.entity) || []).filter((m) => m[1] === here).map((m) => pieceAt(m[2])));
      await Promise.all([...pieces].filter(Boolean).map((piece) => loadPiece(piece)));
    }
    light();
    const shown = $(`m${now.mention}`);
    if (shown) reveal(shown);
  }
  const toggleAfter = () => toggle("toggle-after", words.wAfter, words.wBefore);

  // ---- minimap ----
  const map = $("minimap");
  const swatches = {};
  function ink(name) {
    if (!swatches[name]) {
      const dot = document.createElement("i");
      dot.hidden = true;
      desk.append(dot);
      swatches[name] = dot;
    }
    swatches[name].style.color = `var(${name})`;
    return getComputedStyle(swatches[name]).color;
  }
  const INKS = { open: "--m-open-line", replaced: "--m-replaced-line", generalised: "--m-general-line", kept: "--m-kept-line", protected: "--line-strong" };

  function drawMap() {
    if (!map || !map.clientHeight) return;
    const scale = devicePixelRatio || 1;
    map.width = map.clientWidth * scale;
    map.height = map.clientHeight * scale;
    const pen = map.getContext("2d");
    pen.scale(scale, scale);
    const here = fileNumber();
    const length = index.files[here]?.length || 1;
    const height = map.clientHeight;
    const shade = {};
    for (const [name, variable] of Object.entries(INKS)) shade[name] = ink(variable);
    const whole = Math.max(scroller.scrollHeight, 1);
    pen.fillStyle = ink("--line");
    pen.fillRect(0, (scroller.scrollTop / whole) * height, 14, Math.max((scroller.clientHeight / whole) * height, 12));
    for (const mark of index.marks) {
      if (mark[1] !== here) continue;
      pen.fillStyle = shade[mark[4]];
      pen.fillRect(mark[5] ? 2 : 4, (mark[2] / length) * (height - 3), mark[5] ? 11 : 7, 2);
    }
    pen.fillStyle = ink("--accent");
    for (const mark of byEntity.get(now.entity) || []) {
      if (mark[1] === here) pen.fillRect(1, (mark[2] / length) * (height - 3), 13, mark[0] === now.mention ? 4 : 3);
    }
  }
  map?.addEventListener("click", (event) => {
    const length = index.files[fileNumber()]?.length || 0;
    const offset = (event.offsetY / map.clientHeight) * length;
    const near = index.marks.filter((m) => m[1] === fileNumber())
      .reduce((best, m) => (!best || Math.abs(m[2] - offset) < Math.abs(best[2] - offset) ? m : best), null);
    if (near && Math.abs(near[2] - offset) < length * 0.02) visit(near[0]);
    else pieceAt(offset)?.scrollIntoView({ block: "start" });
  });
  let drawing;
  scroller.addEventListener("scroll", () => {
    cancelAnimationFrame(drawing);
    drawing = requestAnimationFrame(() => { drawMap(); remember(); });
  }, { passive: true });
  addEventListener("resize", drawMap);

  // ---- the place, kept on this machine: numbers only ----
  let remembering;
  function remember() {
    clearTimeout(remembering);
    remembering = setTimeout(() => {
      const kept = { file: paper().dataset.file, mention: now.mention, top: scroller.scrollTop };
      localStorage.setItem(memory, JSON.stringify(kept));
    }, 250);
  }
  function recall() {
    try { return JSON.parse(localStorage.getItem(memory)) || {}; } catch { return {}; }
  }

  // ---- pointer ----
  document.addEventListener("click", (event) => {
    const target = event.target;
    const hit = (selector) => target.closest(selector);
    const mark = hit(".m");
    if (mark && paper().contains(mark)) {
      if (getSelection().isCollapsed) visit(Number(mark.dataset.id), { scroll: false });
      return;
    }
    const button = hit("button, a[data-file]");
    if (!button || !desk.contains(button)) return;
    if (button.matches(".pick")) choose(Number(button.closest(".entity").dataset.e));
    else if (button.matches(".unfold")) unfold(Number(button.closest(".entity").dataset.e));
    else if (button.dataset.go) choose(Number(button.dataset.go));
    else if (button.dataset.mention) visit(Number(button.dataset.mention));
    else if (button.dataset.candidate) act(`${base}personas/${button.dataset.candidate}/candidata/`, { to: button.dataset.to });
    else if (button.dataset.decide) decide(button.dataset.decide);
    else if (button.dataset.dialog) dialog(button.dataset.dialog);
    else if (button.id === "undo" || button.id === "redo") turn(button.id);
    else if (button.id === "toggle-after") toggleAfter();
    else if (button.id === "toggle-focus") toggleFocus();
    else if (button.id === "open-help") $("help").showModal();
    else if ("close" in button.dataset) button.closest("dialog").close();
    else if (button.dataset.act) {
      const values = button.dataset.spelling === undefined ? {} : { spelling: button.dataset.spelling, action: button.dataset.action };
      act(button.dataset.act, values, { onward: "advance" in button.dataset });
    } else if (button.dataset.file) {
      event.preventDefault();
      button.closest("details").open = false;
      openFile(button.dataset.file).then(remember);
    }
  });

  // ---- keys ----
  const ask = (name) => (now.entity > 0 ? dialog(`${base}personas/${now.entity}/${name}/`) : toast(words.wNobody));
  const pickScope = (n) => {
    const choice = document.querySelectorAll("#evidence input[name=scope]")[n];
    if (choice) { choice.checked = true; speak(choice.parentElement.innerText); }
  };
  const KEYS = {
    j: () => step(1), k: () => step(-1), n: () => walk(1), p: () => walk(-1),
    r: () => decide("replace"), g: () => decide("generalise"), x: () => decide("suppress"), e: () => decide("keep"),
    m: () => ask("unir"), s: () => ask("separar"), l: () => ask("tipologia"),
    v: () => now.mention && dialog(`${base}menciones/${now.mention}/mover/`),
    a: addSelected, f: toggleFocus, i: () => $("evidence").focus(),
    z: () => turn("undo"), Z: () => turn("redo"),
    "/": () => $("filter").focus(), "?": () => $("help").showModal(),
    1: () => pickScope(0), 2: () => pickScope(1), 3: () => pickScope(2),
    ArrowDown: () => step(1), ArrowUp: () => step(-1), ArrowRight: () => walk(1), ArrowLeft: () => walk(-1),
  };
  const WRITING = new Set(["r", "g", "x", "e", "m", "s", "v", "l", "a", "z", "Z"]);
  const SOLO = new Set(["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"]);
  let held = 0;

  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const target = event.target;
    const typing = target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { $("submit-form")?.requestSubmit(); return; }
    if (typing) {
      if (event.key === "Escape" && target.id === "filter") { target.value = ""; filter(); setRow(now.entity, { focus: true }); }
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") { getSelection().removeAllRanges(); handle.hidden = true; return; }
    if (event.key === "Enter" || event.key === " ") { enter(event, target); return; }
    if (event.key === "b") { if (!event.repeat) { held = Date.now(); toggleAfter(); } return; }
    if (SOLO.has(event.key)) {
      const upDown = event.key === "ArrowDown" || event.key === "ArrowUp";
      if (!(upDown ? target.closest?.("#people-list") : target.closest?.(".m"))) return;
    }
    const deed = KEYS[event.key];
    if (!deed || (WRITING.has(event.key) && !writes())) return;
    event.preventDefault();
    deed();
  });
  // Held, `b` shows the result while it's down; tapped, it stays.
  document.addEventListener("keyup", (event) => {
    if (event.key === "b" && held) { if (Date.now() - held > 450) toggleAfter(); held = 0; }
  });

  /** Enter decides, unless the focus is on a control that has its own meaning. */
  function enter(event, target) {
    const mark = target.closest?.(".m");
    const pick = target.closest?.(".pick");
    if (mark && Number(mark.dataset.id) !== now.mention) { event.preventDefault(); visit(Number(mark.dataset.id), { scroll: false }); return; }
    if (pick && Number(pick.closest(".entity").dataset.e) !== now.entity) return;
    if (!mark && !pick && target.closest?.("button, a, summary, input, [role=button]")) return;
    if (event.key === " ") { if (mark || pick) event.preventDefault(); return; }
    event.preventDefault();
    if (writes()) decide("replace");
  }

  // ---- who else is here, and whether they changed something ----
  async function pulse() {
    if (document.hidden) return;
    const answer = await fetch(`${base}pulso/`).catch(() => null);
    if (!answer?.ok) return;
    const told = await answer.json();
    $("here").textContent = told.others.length ? `${told.others.join(", ")} ${words.wHere}` : "";
    if (told.revision > Number(state().revision)) {
      chain = chain.then(async () => {
        await htmx.ajax("GET", `${base}al-dia/`, { source: desk, target: desk, swap: "none" });
        await refresh();
      }).catch(() => {});
    }
  }

  // ---- start ----
  async function start() {
    watchPieces();
    await loadIndex();
    const kept = recall();
    const asked = new URL(location.href).searchParams.get("fichero");
    const place = !asked || asked === kept.file ? kept : {};
    const mark = byId.get(place.mention);
    if (mark) {
      await visit(place.mention, { scroll: false });
      if (paper().dataset.file === place.file) scroller.scrollTop = place.top || 0;
    } else {
      const first = rows().find((r) => r.dataset.state === "open") || rows()[0];
      if (first) await choose(Number(first.dataset.e), { silent: true });
    }
    desk.dataset.ready = "1";
    setInterval(pulse, 15000);
  }
  start();
})();
