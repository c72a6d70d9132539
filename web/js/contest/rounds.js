// Who meets whom: the rounds that were played, and the pairs that come next.

import { h, replace } from "../dom.js";
import { countText } from "../format.js";
import { gameLink } from "../links.js";
import { playerAnchor, scoreText } from "../pieces.js";

/**
 * @typedef {object} RoundPair
 * @property {string | null} first null: nobody knows yet
 * @property {string | null} second null: nobody knows yet, or nobody (a bye)
 * @property {number[]} [games] their numbers
 * @property {number[] | null} [score]
 * @property {string | null} [winner]
 * @property {boolean} [lower] in the lower half of a double knockout
 * @property {boolean} [forfeit] it was not played
 */

/** @typedef {{round: number, pairs: RoundPair[]}} Round */

/**
 * The games of a pair, each a link.
 * @param {string} contest
 * @param {number[]} games
 * @returns {HTMLElement}
 */
export function gameNumbers(contest, games) {
  return h("span", { class: "game-numbers" }, games.length === 0 ? null : h("span", { class: "muted" }, games.length === 1 ? "game" : "games"), games.map((number) =>
    h("a", { href: gameLink(contest, number), "aria-label": "Game " + number }, number)));
}

/**
 * The score of a pair leads to its first game.
 * @param {string} contest
 * @param {RoundPair} pair
 */
function roundScore(contest, pair) {
  if (!pair.score) return h("span", { class: "pair-score muted" }, "against");
  const text = scoreText(pair.score[0]) + " : " + scoreText(pair.score[1]);
  const first = pair.forfeit ? undefined : pair.games?.[0];
  return first === undefined ? h("span", { class: "pair-score" }, text) : h("a", { class: "pair-score", href: gameLink(contest, first) }, text);
}

/**
 * @param {string} contest
 * @param {RoundPair} pair
 */
function roundPair(contest, pair) {
  const score = pair.score ?? null;
  const side = (/** @type {string | null} */ name, /** @type {number} */ i) =>
    h("span", { class: "pair-side pair-" + (i === 0 ? "left" : "right") + (score && score[i] > score[1 - i] ? " pair-won" : "") },
      name === null ? h("span", { class: "muted" }, i === 1 && pair.first !== null ? "rests" : "open") : playerAnchor(contest, name));
  return h("li", { class: "pair" }, side(pair.first, 0),
    roundScore(contest, pair),
    side(pair.second, 1), pair.forfeit ? h("span", { class: "muted small" }, "forfeit") : gameNumbers(contest, score ? pair.games ?? [] : []));
}

/**
 * @param {string} contest
 * @param {RoundPair[]} pairs
 * @returns {HTMLElement}
 */
export function pairList(contest, pairs) {
  return h("ul", { class: "plain-list pairs" }, pairs.map((pair) => roundPair(contest, pair)));
}

/**
 * How far a round is: "12 of 16 pairs played".
 * @param {Round} round
 */
function roundWords(round) {
  const played = round.pairs.filter((pair) => pair.score).length;
  return played === round.pairs.length ? countText(played, "pair") : played + " of " + countText(round.pairs.length, "pair");
}

/**
 * All rounds, each to be opened; the newest is open. What somebody has opened stays open.
 * @param {string} contest its slug
 * @returns {{element: HTMLElement, show: (rounds: Round[]) => void}}
 */
export function createRounds(contest) {
  const element = h("div", { class: "rounds" });
  /** @type {Map<number, {details: HTMLDetailsElement, summary: HTMLElement, body: HTMLElement, round: Round, drawn: string}>} */
  const drawn = new Map();

  /** @param {Round} round */
  function add(round) {
    const summary = h("summary", {});
    const body = h("div", {});
    const details = h("details", { ontoggle: () => fill(round.round) }, summary, body);
    for (const other of drawn.values()) if (!other.details.dataset.touched) other.details.open = false;
    summary.addEventListener("click", () => { details.dataset.touched = "yes"; });
    drawn.set(round.round, { details, summary, body, round, drawn: "" });
    element.prepend(details);
    details.open = true;
  }

  /** @param {number} number */
  function fill(number) {
    const one = drawn.get(number);
    if (!one || !one.details.open) return;
    const now = JSON.stringify(one.round);
    if (now === one.drawn) return;
    one.drawn = now;
    replace(one.body, pairList(contest, one.round.pairs));
  }

  /** On paper nobody can open a round: all are open while it is printed. */
  function printAll() {
    const closed = [...drawn.values()].filter((one) => !one.details.open);
    for (const one of closed) {
      one.details.open = true;
      fill(one.round.round);
    }
    addEventListener("afterprint", () => { for (const one of closed) one.details.open = false; }, { once: true });
  }
  addEventListener("beforeprint", printAll);

  return {
    element,
    show(rounds) {
      for (const round of rounds) {
        if (!drawn.has(round.round)) add(round);
        const one = drawn.get(round.round);
        if (!one) continue;
        one.round = round;
        replace(one.summary, "Round " + round.round, h("span", { class: "muted small" }, " · " + roundWords(round)));
        fill(round.round);
      }
    },
  };
}
