// The results of one player: by opponent, by seat, by opening, and the last games.

import { createBoard } from "../boards/board.js";
import { h } from "../dom.js";
import { countText, pointsText } from "../format.js";
import { gameLink } from "../links.js";
import { isFault, playerAnchor, resultCounts, scoreText } from "../pieces.js";
import { shareBar } from "../plot.js";
import { SEAT_CLASSES, seatMark } from "../seat.js";
import { createTable } from "../table.js";

const OPENINGS_SHOWN = 12;

/**
 * @typedef {object} OpponentRow
 * @property {string} against
 * @property {{games: number, wins: number, draws: number, losses: number, points: number}} result
 * @property {number} score share of the points
 * @property {number | null} expected points
 * @property {{value: number, error: number} | null} elo
 */

/**
 * @param {any} player player/1
 * @returns {OpponentRow[]}
 */
function opponentRows(player) {
  const expected = new Map((player.explain?.parts ?? []).map((/** @type {any} */ part) => [part.against, part.expected]));
  return player.opponents.map((/** @type {any} */ one) => ({ ...one, expected: expected.get(one.against) ?? null }));
}

/**
 * @param {string} contest its slug
 * @param {any} player player/1
 * @returns {HTMLElement}
 */
export function opponentTable(contest, player) {
  const table = createTable({
    caption: "Results by opponent", param: "sort", style: "opponents", keyOf: (/** @type {OpponentRow} */ one) => one.against,
    columns: [
      { key: "opponent", title: "Opponent", head: true, style: "opponent-name", value: (one) => one.against.toLowerCase(), cell: (one) => playerAnchor(contest, one.against) },
      { key: "games", title: "Games", number: true, descends: true, style: "opponent-games", value: (one) => one.result.games, cell: (one) => one.result.games },
      { key: "won", title: "W–D–L", number: true, descends: true, style: "opponent-counts", value: (one) => one.result.wins, cell: (one) => resultCounts(one.result) },
      { key: "points", title: "Points", number: true, descends: true, value: (one) => one.result.points, cell: (one) => pointsText(one.result.points) },
      { key: "expected", title: "Expected", hint: "The points that both ratings let expect", number: true, descends: true, value: (one) => one.expected,
        cell: (one) => h("span", { class: "muted" }, one.expected === null ? "" : Math.max(0, one.expected).toFixed(1)) },
      { key: "score", title: "Score", hint: "The share of the points; the stroke is what was expected", descends: true, style: "opponent-score", value: (one) => one.score,
        cell: (one) => h("span", { class: "opponent-share" }, shareBar(one.score, one.expected === null || one.result.games === 0 ? null : one.expected / one.result.games),
          h("span", {}, Math.round(100 * one.score) + " %")) },
    ],
  });
  table.show(opponentRows(player));
  return table.element;
}

/**
 * @param {any} player player/1
 * @returns {HTMLElement}
 */
export function seatResults(player) {
  const seats = [player.with_first_seat, player.with_second_seat];
  return h("ul", { class: "plain-list by-seat" }, seats.map((result, seat) => h("li", {},
    h("span", { class: "by-seat-name" }, seatMark(seat), " as " + SEAT_CLASSES[seat]),
    shareBar(result.games === 0 ? 0 : result.points / result.games, null),
    h("b", {}, result.games === 0 ? "–" : Math.round(100 * result.points / result.games) + " %"),
    h("span", { class: "muted" }, resultCounts(result)))));
}

/**
 * The positions from which the games began, as boards.
 * @param {string} game
 * @param {string} variant
 * @param {{opening: string, games: number, points: number}[]} openings
 * @returns {HTMLElement}
 */
export function openingBoards(game, variant, openings) {
  const draw = (/** @type {{opening: string, games: number, points: number}} */ one) => {
    const board = createBoard(game, { small: true });
    board.show({ position: one.opening, variant, last: null, before: null, legal: null, turn: null, refused: null }, { animate: false });
    return h("li", { class: "opening" }, board, h("span", { class: "opening-words" },
      h("b", {}, scoreText(one.points)), h("span", { class: "muted" }, (one.points === 1 ? " point of " : " points of ") + countText(one.games, "game"))), shareBar(one.points / one.games, null));
  };
  const list = h("ul", { class: "plain-list openings" }, openings.slice(0, OPENINGS_SHOWN).map(draw));
  if (openings.length <= OPENINGS_SHOWN) return list;
  const more = h("button", { type: "button", onclick: () => {
    list.append(...openings.slice(OPENINGS_SHOWN).map(draw));
    more.remove();
  } }, "Show all " + openings.length + " openings");
  return h("div", {}, list, more);
}

/** @type {Record<string, [string, string]>} a letter and a word */
const RESULT_LETTERS = { win: ["W", "won"], draw: ["D", "drawn"], loss: ["L", "lost"], void: ["–", "void"] };

/**
 * @param {any} game
 * @returns {keyof typeof RESULT_LETTERS}
 */
function recentResult(game) {
  const text = String(game.result);
  if (text in RESULT_LETTERS) return text;
  return text === "1" || text === "won" ? "win" : text === "0.5" || text === "drawn" ? "draw" : text === "0" || text === "lost" ? "loss" : "void";
}

/**
 * The last games: a letter for each, the newest first.
 * @param {string} contest its slug
 * @param {string} name
 * @param {any[]} games
 * @returns {HTMLElement}
 */
export function recentGames(contest, name, games) {
  return h("ol", { class: "plain-list recent" }, games.map((game) => {
    const kind = recentResult(game);
    const [letter, word] = RESULT_LETTERS[kind];
    return h("li", {}, h("a", { class: "recent-game recent-" + kind + (isFault(game.verdict) ? " recent-fault" : ""), href: gameLink(contest, game.number, { me: name }),
      "aria-label": "Game " + game.number + ": " + word + " against " + game.against + (isFault(game.verdict) ? ", " + game.verdict : ""),
      title: "Game " + game.number + ": " + word + " against " + game.against + " as " + SEAT_CLASSES[game.seat] + ", " + countText(game.moves, "move") +
        (isFault(game.verdict) ? ", " + game.verdict : "") }, letter));
  }));
}
