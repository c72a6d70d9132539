// Where it begins: the document that came with the page says which page it is.

import { showContest } from "./pages/contest.js";
import { showFrozen } from "./pages/frozen.js";
import { showGame } from "./pages/game.js";
import { showGames } from "./pages/games.js";
import { showHome } from "./pages/home.js";
import { showNotFound } from "./pages/missing.js";
import { showPlayer } from "./pages/player.js";
import { showRules } from "./pages/rules.js";

/** @type {Record<string, (data: any) => void>} A page for each schema, without its version. */
const PAGES = {
  frozen: (data) => showFrozen(data, PAGES, showNotFound),
  games: showGames,
  home: showHome,
  player: showPlayer,
  replay: showGame,
  report: showContest,
  rules: showRules,
};

const source = document.getElementById("data");
const data = JSON.parse(source?.textContent ?? "{}");
const page = PAGES[String(data.schema).split("/")[0]] ?? showNotFound;
page(data);
