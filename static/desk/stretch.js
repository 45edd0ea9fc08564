// Going to a stretch of text that no mention holds: it is selected, ready to be added; on pages it is framed.
import { $ } from "./state.js";
import { loadPiece, pieceAt } from "./pieces.js";
import { paged } from "./pages.js";
import { reveal } from "./walking.js";

/** Go to a stretch of the file that is open: `stretch` counts code points, `frame` is a page and a box on it. */
export async function visitStretch([start, end], frame) {
  const shown = paged() && frame.length === 5 ? await framed(frame) : await select(start, end);
  if (shown) reveal(shown);
}

async function select(start, end) {
  const piece = pieceAt(start);
  if (!piece) return null;
  piece.scrollIntoView({ block: "center" });
  await loadPiece(piece);
  const block = [...piece.querySelectorAll(".b")].reverse().find((b) => Number(b.dataset.s) <= start);
  if (!block) return null;
  const range = document.createRange();
  const from = point(block, start - Number(block.dataset.s));
  const to = point(block, end - Number(block.dataset.s));
  range.setStart(...from);
  range.setEnd(...to);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
  return range;
}

/** The node and the place in it, in UTF-16 units, of a count of code points from a block's start. */
function point(block, count) {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  let left = count;
  let last = [block, 0];
  while (walker.nextNode()) {
    const letters = [...walker.currentNode.data];
    if (left <= letters.length) return [walker.currentNode, letters.slice(0, left).join("").length];
    left -= letters.length;
    last = [walker.currentNode, walker.currentNode.data.length];
  }
  return last;
}

async function framed([page, ...sides]) {
  const leaf = $(`p${page}`);
  if (!leaf) return null;
  leaf.scrollIntoView({ block: "center" });
  await loadPiece(leaf);
  const [x0, y0, x1, y1] = sides.map((side) => side / 100);
  const box = document.createElement("div");
  box.className = "stretch";
  Object.assign(box.style, { left: `${x0}%`, top: `${y0}%`, width: `${x1 - x0}%`, height: `${y1 - y0}%` });
  leaf.append(box);
  return box;
}
