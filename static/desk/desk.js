// The review screen: walks people and mentions, sends acts, mends what an act changed. Starts it all.
import { desk, markOf, paper, scroller } from "./state.js";
import { visitStretch } from "./stretch.js";
import { loadPiece, recall, watchPieces } from "./pieces.js";
import { choose, visit } from "./walking.js";
import { pulse } from "./acts.js";
import { loadMap } from "./views.js";
import "./drawing.js";
import "./keys.js";
import "./dialogs.js";
import { asking, firstLine, takeIn } from "./people.js";
import "./selection.js";

/** The mention or stretch of text that a link leads to; it's taken out of the address, so that coming back later leads to the last place. */
function sentTo() {
  const here = new URL(location.href);
  const mention = Number(here.searchParams.get("mencion"));
  const [stretch, frame] = ["lugar", "caja"].map((name) => (here.searchParams.get(name)?.match(/\d+/g) || []).map(Number));
  for (const name of ["mencion", "lugar", "caja"]) here.searchParams.delete(name);
  history.replaceState(null, "", here);
  return { mention, stretch, frame };
}

/** The first mention that is on the open file's first piece, or 0. */
async function firstShown() {
  const piece = paper().querySelector(".piece");
  if (piece) await loadPiece(piece);
  return Number(piece?.querySelector("[data-id][data-e]")?.dataset.id) || 0;
}

// ---- start ----
async function start() {
  takeIn();
  watchPieces();
  loadMap();
  const kept = recall();
  const asked = new URL(location.href).searchParams.get("fichero");
  const place = !asked || asked === kept.file ? kept : {};
  const sent = sentTo();
  if (sent.mention && await markOf(sent.mention)) await visit(sent.mention);
  else if (sent.stretch.length === 2) await visitStretch(sent.stretch, sent.frame);
  else if (place.mention && await markOf(place.mention)) {
    await visit(place.mention, { scroll: false });
    if (paper().dataset.file === place.file) scroller.scrollTop = place.top || 0;
  } else if (asked === paper().dataset.file) {
    // A link to a file leads to that file, wherever the first doubt lies.
    const first = await firstShown();
    if (first) await visit(first, { scroll: false });
  } else {
    const first = asking() || firstLine();
    if (first) await choose(first, { silent: true });
  }
  desk.dataset.ready = "1";
  setInterval(pulse, 15000);
}

start();
