// The page of one player in one contest.

import { h } from "../dom.js";
import { countText, duration, pointsText } from "../format.js";
import { showPage } from "../frame.js";
import { contestLink, gameLink, gamesLink } from "../links.js";
import { pageSection, resultCounts } from "../pieces.js";
import { linePlot, plotNumbers } from "../plot.js";
import { scrollFrame } from "../table.js";
import { definitionList } from "../contest/facts.js";
import { faultKinds, faultList } from "../contest/faults.js";
import { hasHistory, historyPlot } from "../contest/history.js";
import { explainRating } from "../player/explain.js";
import { openingBoards, opponentTable, recentGames, seatResults } from "../player/results.js";

/**
 * A number with a word below it.
 * @param {any} value
 * @param {any} words
 */
function playerFigure(value, words) {
  return h("div", { class: "figure" }, h("dd", {}, value), h("dt", {}, words));
}

/** @param {any} player */
function playerHead(player) {
  const games = player.wins + player.draws + player.losses;
  const rating = games === 0 ? h("span", { class: "muted" }, "not yet") :
    [Math.round(player.rating), h("span", { class: "figure-error" }, " ± " + Math.round(player.error))];
  return h("header", { class: "player-head" },
    h("h1", {}, h("bdi", { class: "name" }, player.player)),
    player.out ? h("p", {}, h("span", { class: "tag" }, player.out)) : null,
    h("dl", { class: "figures" },
      playerFigure(rating, "rating"), playerFigure(player.rank, "rank"),
      playerFigure([pointsText(player.points), h("span", { class: "figure-error" }, " of " + games)], "points"),
      playerFigure(resultCounts(player), "won, drawn, lost"),
      playerFigure(h("span", { class: player.faults > 0 ? "bad" : "" }, player.faults), player.faults === 1 ? "fault" : "faults")));
}

/** @param {number | null | undefined} seconds */
function secondsText(seconds) {
  return seconds === null || seconds === undefined ? null : duration(seconds * 1e6);
}

/**
 * @param {string} slug
 * @param {any} player
 */
function playerTime(slug, player) {
  const time = player.time;
  /** @type {[any, any][]} */
  const facts = [];
  const add = (/** @type {string} */ name, /** @type {any} */ value) => { if (value !== null) facts.push([name, value]); };
  if (time && time.games > 0) {
    add("Charged", secondsText(time.charged_seconds));
    add("CPU", secondsText(time.cpu_seconds));
    add("In the opponent's time", secondsText(time.pondered_seconds));
    add("Slowest move", time.slowest_ms === null || time.slowest_ms === undefined ? null : duration(time.slowest_ms * 1000));
    add("Measured in", countText(time.games, "game"));
  }
  for (const [name, game] of /** @type {[string, any][]} */ ([["Shortest game", player.shortest], ["Longest game", player.longest]])) {
    if (game) add(name, [h("a", { href: gameLink(slug, game.game, { me: player.player }) }, "game " + game.game), ", " + countText(game.moves, "move")]);
  }
  return facts.length === 0 ? null : pageSection("time", "Time", definitionList(facts));
}

/**
 * @param {string} slug
 * @param {any} player
 */
function playerHistory(slug, player) {
  if (!hasHistory(player.history)) return null;
  const partsOf = () => historyPlot(slug, player.history, { label: "Rating over time", height: 16, band: true });
  return pageSection("ratings", "Rating over time", linePlot(partsOf()).element, plotNumbers("Rating over time", partsOf));
}

/**
 * @param {string} slug
 * @param {any} player
 */
function playerFaults(slug, player) {
  const faults = player.faulty_games ?? [];
  return pageSection("faults", "Faults", faults.length === 0 ? h("p", { class: "muted" }, "None.") :
    [faultKinds(player.faults_by_kind), faultList(slug, player.contest.game, player.player, faults)]);
}

/** @param {any} data player/1 */
export function showPlayer(data) {
  const { contest } = data;
  const { slug } = contest;
  const played = (data.opponents ?? []).length > 0;
  const recent = data.recent ?? [];
  const openings = (data.openings ?? []).filter((/** @type {any} */ one) => one.games > 0);
  showPage({ title: data.player + " in " + contest.name, trail: [{ text: contest.name, link: contestLink(slug) }] },
    playerHead(data),
    played ? [
      h("div", { class: "player-columns" },
        h("div", {}, playerHistory(slug, data), data.explain ? pageSection("explain", "Explain my rating", explainRating(slug, data.explain)) : null,
          pageSection("opponents", "Opponents", scrollFrame("Results by opponent", opponentTable(slug, data)))),
        h("div", {},
          recent.length === 0 ? null : pageSection("recent", "Last games", recentGames(slug, data.player, recent),
            h("p", { class: "small" }, h("a", { href: gamesLink(slug) + "?player=" + encodeURIComponent(data.player) }, "All its games"))),
          pageSection("seats", "By seat", seatResults(data)),
          playerTime(slug, data), playerFaults(slug, data))),
      openings.length === 0 ? null : pageSection("openings", "Openings", h("p", { class: "muted small" }, "The positions from which its games began, and the points it made of them."),
        openingBoards(contest.game, contest.variant ?? "", openings)),
    ].filter((part) => part !== null) : h("div", { class: "card empty" }, h("p", {}, "It has not played yet. When its first games are over, its results stand here."),
      h("p", {}, h("a", { href: contestLink(slug) }, "The contest"))));
  if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
