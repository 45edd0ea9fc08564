// The review screen: walks people and mentions, sends acts, mends what an act changed. Starts it all.
import { byId, desk, loadIndex, paper, rows, scroller } from "./state.js";
import { visitStretch } from "./stretch.js";
import { recall, watchPieces } from "./pieces.js";
import { choose, visit } from "./walking.js";
import { pulse } from "./acts.js";
import { drawMap } from "./views.js";
import "./drawing.js";
import "./keys.js";
import "./dialogs.js";
import "./people.js";
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

// ---- start ----
async function start() {
  watchPieces();
  await loadIndex();
  drawMap();
  const kept = recall();
  const asked = new URL(location.href).searchParams.get("fichero");
  const place = !asked || asked === kept.file ? kept : {};
  const mark = byId.get(place.mention);
  const sent = sentTo();
  if (byId.has(sent.mention)) await visit(sent.mention);
  else if (sent.stretch.length === 2) await visitStretch(sent.stretch, sent.frame);
  else if (mark) {
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
