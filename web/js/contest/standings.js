// The standings: who is where, by how much, and how sure that is.

import { h } from "../dom.js";
import { countText, pointsText } from "../format.js";
import { place, playerLink } from "../links.js";
import { playerAnchor, resultCounts } from "../pieces.js";
import { intervalAxis, intervalPlot, ratingRange } from "../plot.js";
import { createTable } from "../table.js";

/**
 * @typedef {object} Standing One player of the standings, as in report/1.
 * @property {number} rank
 * @property {string} player
 * @property {number} points
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} faults
 * @property {Record<string, number>} faults_by_kind
 * @property {number} rating
 * @property {number} error
 * @property {number} [buchholz]
 * @property {number} [sonneborn_berger]
 * @property {number} [glicko]
 * @property {number} [deviation]
 * @property {string | null} [out]
 * @property {boolean} [removed]
 * @property {boolean} [suspended]
 */

/** @typedef {{best: number, worst: number}} RankSpan */

/** @param {Standing} one */
export function gamesOf(one) {
  return one.wins + one.draws + one.losses;
}

/**
 * The ranks that each player could have by its rating: as many are surely better as have their whole
 * interval above its own, and as many surely worse as have it below.
 * @param {Standing[]} standings
 * @returns {Map<string, RankSpan>}
 */
export function rankSpans(standings) {
  const lows = standings.map((one) => one.rating - one.error).sort((a, b) => a - b);
  const highs = standings.map((one) => one.rating + one.error).sort((a, b) => a - b);
  /** How many numbers of a sorted list are below a limit. */
  const below = (/** @type {number[]} */ sorted, /** @type {number} */ limit) => {
    let from = 0;
    let to = sorted.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (sorted[middle] < limit) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  return new Map(standings.map((one) => {
    const better = lows.length - below(lows, one.rating + one.error + 1e-9);
    const worse = below(highs, one.rating - one.error);
    return [one.player, { best: better + 1, worst: lows.length - worse }];
  }));
}

/**
 * "1–3": the places that a player could have by its rating; "" if there is one only, or if it has not
 * played.
 * @param {Standing[]} standings
 * @returns {(one: Standing) => string}
 */
export function rankSpanTexts(standings) {
  const spans = rankSpans(standings);
  return (one) => {
    const span = spans.get(one.player);
    return span === undefined || span.best === span.worst || gamesOf(one) === 0 ? "" : span.best + "–" + span.worst;
  };
}

/**
 * The same of a player whose document (player/1) says its places.
 * @param {any} player
 * @returns {string}
 */
export function placesText(player) {
  const span = player.places;
  return !span || span.best === span.worst || gamesOf(player) === 0 ? "" : span.best + "–" + span.worst;
}

/**
 * These places, to stand behind a rank.
 * @param {string} text not ""
 * @returns {HTMLElement}
 */
export function rankSpan(text) {
  return h("span", { class: "rank-span", title: "By its rating it could stand anywhere from " + text.replace("–", " to ") }, " " + text);
}

/** @param {Standing} one */
function standingOut(one) {
  return one.removed ? "left" : one.suspended ? "suspended" : one.out ?? null;
}

/** @param {Standing} one */
function standingFaults(one) {
  return Object.entries(one.faults_by_kind).map(([kind, count]) => count + " " + kind).join(", ");
}

/**
 * The table of standings. `show` takes them in the order of their ranks.
 * @param {string} contest its slug
 * @param {string} format
 * @returns {{element: HTMLElement, show: (standings: Standing[]) => void}}
 */
export function createStandings(contest, format) {
  let range = ratingRange([]);
  let spanText = rankSpanTexts([]);
  const axis = h("span", { class: "interval-head" });
  const table = createTable({
    caption: "Standings",
    param: "sort",
    style: "standings",
    keyOf: (/** @type {Standing} */ one) => one.player,
    rowStyle: (one) => (standingOut(one) ? "standing-out" : ""),
    columns: [rankColumn(), playerColumn(contest), ...ratingColumns(() => range, axis), ...countColumns(contest, format)],
  });

  /** @returns {import("../table.js").TableColumn<Standing>} */
  function rankColumn() {
    return { key: "rank", title: "Rank", style: "standing-rank", value: (one) => one.rank,
      mark: (one) => one.rank + " " + spanText(one),
      cell: (one) => [h("b", {}, one.rank), spanText(one) === "" ? null : rankSpan(spanText(one))] };
  }

  return {
    element: table.element,
    show(standings) {
      range = ratingRange(standings.filter((one) => gamesOf(one) > 0));
      spanText = rankSpanTexts(standings);
      axis.replaceChildren(intervalAxis(range));
      table.element.classList.toggle("standings-empty", standings.every((one) => gamesOf(one) === 0));
      table.show(standings);
    },
  };
}

/**
 * @param {string} contest
 * @returns {import("../table.js").TableColumn<Standing>}
 */
function playerColumn(contest) {
  return { key: "player", title: "Player", head: true, style: "standing-player", value: (one) => one.player.toLowerCase(),
    mark: (one) => [gamesOf(one), one.wins, one.draws, one.faults, standingOut(one)].join(" "),
    cell: (one) => [playerAnchor(contest, one.player),
      standingOut(one) ? h("span", { class: "tag" }, standingOut(one)) : null,
      h("span", { class: "standing-below muted" }, resultCounts(one), one.faults > 0 ? [" ", h("span", { class: "bad nowrap" }, "· " + countText(one.faults, "fault"))] : null)] };
}

/**
 * @param {() => import("../plot.js").PlotRange} rangeOf
 * @param {HTMLElement} axis
 * @returns {import("../table.js").TableColumn<Standing>[]}
 */
function ratingColumns(rangeOf, axis) {
  const known = (/** @type {Standing} */ one) => gamesOf(one) > 0;
  return [
    { key: "rating", title: "Rating", hint: "Elo; the mean of all players is 1500. ±: half of the 95 % interval", number: true, style: "standing-rating", descends: true,
      value: (one) => (known(one) ? one.rating : null),
      cell: (one) => (known(one) ? h("span", {}, h("b", {}, Math.round(one.rating)), h("span", { class: "standing-error muted" }, " ± " + Math.round(one.error))) :
        h("span", { class: "muted" }, "not yet")) },
    { key: "interval", title: h("span", {}, h("span", { class: "hidden-visually" }, "Interval, drawn"), axis), style: "standing-plot",
      mark: (one) => (known(one) ? [one.rating, one.error, rangeOf().low, rangeOf().high].map(Math.round).join(" ") : ""),
      cell: (one) => (known(one) ? intervalPlot(one.rating, one.error, rangeOf()) : null) },
  ];
}

/**
 * @param {string} contest
 * @param {string} format
 * @returns {import("../table.js").TableColumn<Standing>[]}
 */
function countColumns(contest, format) {
  /** @type {import("../table.js").TableColumn<Standing>[]} */
  const columns = [
    { key: "points", title: "Points", number: true, style: "standing-points", descends: true, value: (one) => one.points, cell: (one) => pointsText(one.points) },
    { key: "games", title: "Games", number: true, style: "standing-games", descends: true, value: gamesOf, cell: gamesOf },
    { key: "won", title: "W–D–L", hint: "Won, drawn, lost", number: true, style: "standing-counts", descends: true, value: (one) => one.wins,
      mark: (one) => one.wins + " " + one.draws + " " + one.losses, cell: resultCounts },
    { key: "faults", title: "Faults", number: true, style: "standing-faults", descends: true, value: (one) => one.faults, mark: standingFaults,
      cell: (one) => (one.faults === 0 ? h("span", { class: "muted" }, "0") :
        h("a", { class: "bad", href: playerLink(contest, one.player) + (place.frozen ? "" : "#faults"), title: standingFaults(one) }, one.faults)) },
  ];
  if (format === "swiss") columns.splice(1, 0,
    { key: "buchholz", title: "Buchholz", hint: "The points of its opponents", number: true, style: "standing-more", descends: true,
      value: (one) => one.buchholz ?? null, cell: (one) => (one.buchholz === undefined ? "" : pointsText(one.buchholz)) });
  if (format === "ladder") columns.splice(0, 0,
    { key: "glicko", title: "Glicko-2", hint: "The rating of the ladder, and its deviation", number: true, style: "standing-more", descends: true, value: (one) => one.glicko ?? null,
      cell: (one) => (one.glicko === undefined ? "" : Math.round(one.glicko) + " · " + Math.round(one.deviation ?? 0)) });
  return columns;
}
