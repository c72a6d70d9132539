// The crosstable: the points of the row's player against the column's. The more, the deeper the
// colour; the number says it, too.

import { h } from "../dom.js";
import { countText } from "../format.js";
import { playerAnchor, scoreText } from "../pieces.js";
import { scrollFrame } from "../table.js";

/** More players do not fit on any screen. */
const CROSSTABLE_PLAYERS = 40;

/**
 * @typedef {object} Meeting
 * @property {string} player
 * @property {string} against
 * @property {{games: number, wins: number, draws: number, losses: number, points: number}} result
 */

/** @typedef {{games: number, points: number, words: string}} CrossCell */

/**
 * @param {Meeting[]} meetings
 * @returns {Map<string, Map<string, CrossCell>>} by player and opponent, both ways
 */
function crosstableCells(meetings) {
  /** @type {Map<string, Map<string, CrossCell>>} */
  const cells = new Map();
  const put = (/** @type {string} */ a, /** @type {string} */ b, /** @type {CrossCell} */ cell) => {
    if (!cells.has(a)) cells.set(a, new Map());
    cells.get(a)?.set(b, cell);
  };
  for (const { player, against, result } of meetings) {
    const words = (/** @type {number} */ won, /** @type {number} */ lost) => won + " won, " + result.draws + " drawn, " + lost + " lost";
    put(player, against, { games: result.games, points: result.points, words: words(result.wins, result.losses) });
    put(against, player, { games: result.games, points: result.games - result.points, words: words(result.losses, result.wins) });
  }
  return cells;
}

/**
 * @param {string} row
 * @param {string} column
 * @param {CrossCell | undefined} cell
 * @param {number} usual how many games most pairs of players have
 */
function crosstableCell(row, column, cell, usual) {
  if (row === column) return h("td", { class: "cross-self" }, h("span", { class: "hidden-visually" }, "itself"));
  if (!cell || cell.games === 0) return h("td", { class: "cross-none" }, h("span", { class: "hidden-visually" }, "not met"));
  const td = h("td", { class: "cross-met", title: row + " against " + column + ": " + scoreText(cell.points) + " of " + cell.games + " (" + cell.words + ")" },
    scoreText(cell.points), cell.games === usual ? null : h("span", { class: "cross-of" }, "/" + cell.games));
  td.style.setProperty("--share", (cell.points / cell.games).toFixed(3));
  return td;
}

/**
 * How many games most pairs of players have played.
 * @param {Meeting[]} meetings
 */
function crosstableUsual(meetings) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { result } of meetings) counts.set(result.games, (counts.get(result.games) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}

/**
 * Shows where row and column of the pointer are.
 * @param {HTMLTableElement} table
 */
function crosstableFollow(table) {
  /** @param {number} column */
  const light = (column) => {
    for (const one of table.querySelectorAll(".cross-lit")) one.classList.remove("cross-lit");
    if (column > 0) table.tHead?.rows[0].cells[column]?.classList.add("cross-lit");
  };
  table.addEventListener("pointerover", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("td") : null;
    light(cell ? cell.cellIndex : 0);
  });
  table.addEventListener("pointerleave", () => light(0));
}

/**
 * @param {string} contest its slug
 * @param {string[]} players the best first
 * @param {Meeting[]} meetings
 * @returns {HTMLElement}
 */
export function crosstable(contest, players, meetings) {
  const shown = players.slice(0, CROSSTABLE_PLAYERS);
  const cells = crosstableCells(meetings);
  const usual = crosstableUsual(meetings);
  const table = h("table", { class: "cross" }, h("caption", { class: "hidden-visually" }, "Points against each other"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "cross-name" }, "Player"),
      shown.map((name, i) => h("th", { scope: "col", title: name }, i + 1, h("span", { class: "hidden-visually" }, " " + name))))),
    h("tbody", {}, shown.map((row, i) => h("tr", {},
      h("th", { scope: "row", class: "cross-name" }, h("span", { class: "cross-number" }, i + 1), playerAnchor(contest, row)),
      shown.map((column) => crosstableCell(row, column, cells.get(row)?.get(column), usual))))));
  crosstableFollow(table);
  return h("div", {},
    h("p", { class: "muted small" }, "Points of the row against the column" + (usual > 0 ? ", of " + countText(usual, "game") +
      " where nothing else is said" : "") + ".", players.length > shown.length ?
      " The first " + shown.length + " of " + players.length + " players; agon report --csv crosstable has all of them." : ""),
    scrollFrame("Crosstable, scrolls sideways", table));
}
