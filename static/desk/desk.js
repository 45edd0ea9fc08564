// The review screen: walks people and mentions, sends acts, mends what an act changed. Starts it all.
import { byId, desk, loadIndex, paper, rows, scroller } from "./state.js";
import { recall, watchPieces } from "./pieces.js";
import { choose, visit } from "./walking.js";
import { pulse } from "./acts.js";
import { drawMap } from "./views.js";
import "./drawing.js";
import "./keys.js";
import "./dialogs.js";
import "./people.js";
import "./selection.js";

/** The mention that a link leads to; it's taken out of the address, so that coming back later leads to the last place. */
function sentTo() {
  const here = new URL(location.href);
  const mention = Number(here.searchParams.get("mencion"));
  here.searchParams.delete("mencion");
  history.replaceState(null, "", here);
  return mention;
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
  if (byId.has(sent)) await visit(sent);
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
