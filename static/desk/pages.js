// The document as pages: laid out, zoomed, each picture fetched in the width that the window needs.
import { $, paper, scroller, speak, words } from "./state.js";

const WIDTHS = [800, 1200, 1700, 2400];
const STEPS = [0.5, 0.67, 0.8, 0.9, 1, 1.15, 1.35, 1.6, 2, 2.5, 3];
const MARGIN = 32;
const ZOOM = "desk-zoom";
let zoom = Number(localStorage.getItem(ZOOM)) || 1;

export const paged = () => paper().classList.contains("pages");

/** The width of a page in CSS pixels: the pane's, up to what is comfortable to read, times the zoom. */
function wide() {
  const room = Math.min(scroller.clientWidth - MARGIN, 1100);
  return Math.round(Math.max(room, 240) * zoom);
}

/** Give every page its size, so that the place of each is known before it comes. */
export function layPages() {
  if (!paged()) return;
  const width = wide();
  const pages = [...paper().querySelectorAll(".leaf")];
  const widest = Math.max(...pages.map((page) => Number(page.dataset.w)), 1);
  for (const page of pages) {
    const share = Math.max(Number(page.dataset.w) / widest, 0.4);
    page.style.width = `${Math.round(width * share)}px`;
    page.style.height = `${Math.round((width * share * Number(page.dataset.h)) / Number(page.dataset.w))}px`;
    sharpen(page);
  }
  paper().style.width = zoom > 1 ? `${width + MARGIN}px` : "";
  $("zoom-said").textContent = `${Math.round(zoom * 100)} %`;
}

/** Lay the boxes of a page over its picture. */
export function layBoxes(page) {
  for (const box of page.querySelectorAll("[data-box]")) {
    const [x, y, w, h] = box.dataset.box.split(" ").map(Number);
    box.style.left = `${x * 100}%`;
    box.style.top = `${y * 100}%`;
    box.style.width = `${w * 100}%`;
    box.style.height = `${h * 100}%`;
    box.style.setProperty("--letters", box.dataset.out?.length || 1);
    // What is small lies on top of what it's inside of.
    box.style.zIndex = String(2 + Math.round(900 * (1 - Math.min(w * h, 1))));
  }
  sharpen(page);
}

function sharpen(page) {
  const picture = page.querySelector(".scan");
  if (!picture) return;
  const needed = page.clientWidth * (devicePixelRatio || 1);
  const width = WIDTHS.find((w) => w >= needed * 0.94) || WIDTHS[WIDTHS.length - 1];
  if (Number(picture.dataset.width) >= width) return;
  picture.dataset.width = width;
  const address = picture.dataset.picture.replace("imagen-0.", `imagen-${width}.`);
  if (!picture.getAttribute("src")) {
    page.dataset.said = words.wDrawing;
    picture.addEventListener("load", () => delete page.dataset.said, { once: true });
    picture.addEventListener("error", () => {
      page.classList.add("failed");
      page.dataset.said = words.wUndrawn;
      speak(`${page.getAttribute("aria-label")}: ${words.wUndrawn}`);
    }, { once: true });
    picture.src = address;
    return;
  }
  // The coarse one stays until the fine one is here.
  const finer = new Image();
  finer.addEventListener("load", () => { picture.src = address; });
  finer.src = address;
}

/** Keep what is in the middle of the window there while the pages grow or shrink. */
export function zoomTo(wanted) {
  if (!paged()) return;
  const before = scroller.scrollHeight;
  const middle = scroller.scrollTop + scroller.clientHeight / 2;
  const across = (scroller.scrollLeft + scroller.clientWidth / 2) / scroller.scrollWidth;
  zoom = wanted;
  localStorage.setItem(ZOOM, String(zoom));
  layPages();
  scroller.scrollTop = middle * (scroller.scrollHeight / before) - scroller.clientHeight / 2;
  scroller.scrollLeft = across * scroller.scrollWidth - scroller.clientWidth / 2;
  speak(`${words.wZoom} ${Math.round(zoom * 100)}`);
}

export const zoomBy = (by) => {
  const at = STEPS.findIndex((step) => step >= zoom - 0.01);
  zoomTo(STEPS[Math.min(Math.max((at < 0 ? STEPS.length - 1 : at) + by, 0), STEPS.length - 1)]);
};

/** The page most of which is in view. */
export function pageInView() {
  const box = scroller.getBoundingClientRect();
  const middle = box.top + box.height / 2;
  const seen = [...paper().querySelectorAll(".leaf")].filter((page) => page.offsetParent);
  return seen.find((page) => page.getBoundingClientRect().bottom > middle) || seen[seen.length - 1];
}

let resizing;
new ResizeObserver(() => {
  cancelAnimationFrame(resizing);
  resizing = requestAnimationFrame(layPages);
}).observe(scroller);
