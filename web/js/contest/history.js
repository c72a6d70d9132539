// Ratings over time, from the document to the plot.

import { countText } from "../format.js";
import { playerLink } from "../links.js";

/** Names at the ends of lines; more cannot be read. */
const HISTORY_NAMES = 12;

/**
 * @typedef {object} History
 * @property {number[]} games after how many games
 * @property {{player: string, ratings: (number | null)[], errors: (number | null)[]}[]} players
 */

/** @param {(number | null)[]} values */
function historyLast(values) {
  return values.reduce((last, value) => value ?? last, null) ?? -Infinity;
}

/**
 * @param {string} contest its slug
 * @param {History} history
 * @param {{label: string, height: number, band?: boolean}} how
 * @returns {import("../plot.js").PlotParts}
 */
export function historyPlot(contest, history, how) {
  const series = history.players.map((one) => ({
    name: one.player, link: how.band ? null : playerLink(contest, one.player), values: one.ratings, errors: one.errors }));
  series.sort((a, b) => historyLast(b.values) - historyLast(a.values));
  return { label: how.label, x: history.games, xWord: "games", xText: (x) => "after " + countText(x, "game") + (how.band ? " of the contest" : ""), series,
    labels: how.band ? 0 : HISTORY_NAMES, band: how.band, height: how.height };
}

/**
 * Is there anything to draw?
 * @param {History | undefined | null} history
 * @returns {boolean}
 */
export function hasHistory(history) {
  return !!history && history.games.length > 1 && history.players.some((one) => one.ratings.filter((value) => value !== null).length > 1);
}
