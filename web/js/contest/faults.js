// Faults: who, what, why, and the way to the move.

import { h } from "../dom.js";
import { gameLink } from "../links.js";
import { faultWords, playerAnchor, reasonText, ruleAnchor, shortList } from "../pieces.js";

/** So many are shown at once. */
export const FAULTS_SHOWN = 12;

/**
 * @typedef {object} FaultyGame
 * @property {number} [number]
 * @property {number} [game] the same, as player/1 calls it
 * @property {string} [player]
 * @property {string} against
 * @property {string} verdict
 * @property {string} rule
 * @property {number | null} [move]
 * @property {string} explanation
 */

/**
 * @param {string} contest
 * @param {string} game
 * @param {string} me whose faults they are, where the game does not say
 * @param {FaultyGame} fault
 */
function faultItem(contest, game, me, fault) {
  const number = fault.number ?? fault.game ?? 0;
  const player = fault.player ?? me;
  const move = fault.move ?? null;
  const at = move === null ? { me: player } : { me: player, move };
  return h("li", { class: "fault-item" },
    h("a", { class: "fault-game", href: gameLink(contest, number, at) }, "Game " + number + (move === null ? "" : ", move " + move)),
    h("span", { class: "fault-what" },
      h("code", { class: "verdict-code" }, fault.verdict), " ",
      fault.player === undefined ? null : [playerAnchor(contest, player), " "], faultWords(fault.verdict),
      h("span", { class: "fault-against" }, h("span", { class: "muted" }, "against "), playerAnchor(contest, fault.against))),
    h("span", { class: "fault-why" }, fault.rule === "" ? null :
      [ruleAnchor(game, fault.rule), " "], h("bdi", { class: "name" }, reasonText({ explanation: fault.explanation, first: player, second: fault.against }))));
}

/**
 * @param {string} contest its slug
 * @param {string} game
 * @param {string} me
 * @param {FaultyGame[]} faults
 * @param {boolean} [all] not only the first few
 * @returns {HTMLElement}
 */
export function faultList(contest, game, me, faults, all = false) {
  return shortList(faults, all ? faults.length : FAULTS_SHOWN, "faults", (fault) => faultItem(contest, game, me, fault));
}

/**
 * How often each kind happened: a line of codes with their numbers.
 * @param {Record<string, number>} kinds
 * @returns {HTMLElement}
 */
export function faultKinds(kinds) {
  const sorted = Object.entries(kinds).sort((a, b) => b[1] - a[1]);
  return h("ul", { class: "plain-list fault-kinds" }, sorted.map(([kind, count]) =>
    h("li", {}, h("b", {}, count), " ", h("code", { class: "verdict-code" }, kind), " ", h("span", { class: "muted" }, faultWords(kind)))));
}
