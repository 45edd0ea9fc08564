// Adding what was missed: the selected text, counted in code points.
import { $, desk, paper, toast, words, writes } from "./state.js";
import { dialog } from "./dialogs.js";

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

export function addSelected() {
  const what = selected();
  if (!what) { toast(words.wSelect); return; }
  handle.hidden = true;
  dialog(paper().dataset.add, { start: what.start, end: what.end, seen: what.seen });
}

export const handle = document.createElement("button");
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
