// Where it begins: the document that came with the page says which page it is.

import { showContest } from "./pages/contest.js";
import { showFleet } from "./pages/fleet.js";
import { showFrozen } from "./pages/frozen.js";
import { showGame } from "./pages/game.js";
import { showGames } from "./pages/games.js";
import { showHome } from "./pages/home.js";
import { showNotFound } from "./pages/missing.js";
import { showPlayer } from "./pages/player.js";
import { showRules } from "./pages/rules.js";

/** @type {Record<string, (data: any) => void>} A page for each schema, without its version. */
const PAGES = {
  fleet: showFleet,
  frozen: (data) => showFrozen(data, PAGES, showNotFound),
  games: showGames,
  home: showHome,
  player: showPlayer,
  replay: showGame,
  report: showContest,
  rules: showRules,
};

/** Shows the page, in the place of what the server has drawn of it (src/report/first_view.h). */
function begin() {
  const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
  const page = PAGES[String(data.schema).split("/")[0]] ?? showNotFound;
  page(data);
}

// What was drawn already is seen first (early.js). A page that is one file has this script in it.
const isSeen = performance.getEntriesByName("first-contentful-paint").length > 0;
if (document.querySelector("main") === null || document.hidden || isSeen) begin();
else requestAnimationFrame(() => setTimeout(begin));
