// The bracket of a knockout: a column for each round, and a line from every meeting to the one that
// its winner went on to. It is laid out by who won, so it also works while half of it is open, and
// for both halves of a double knockout.

import { h, s } from "../dom.js";
import { countText } from "../format.js";
import { scoreText } from "../pieces.js";
import { gameLink, playerLink } from "../links.js";
import { scrollFrame } from "../table.js";
import { gameNumbers } from "./rounds.js";

/** Sizes in rem, so that they grow with the letters. */
const BOX_HEIGHT = 4.1;
const ROW_GAP = 1.2;
const HEAD_HEIGHT = 2;
const PAPER_WIDTH = 42; // of A4 or Letter between its margins: a wider bracket is printed smaller

/** @typedef {{width: number, gap: number}} BracketShape of a column, in rem */

/** With many rounds the boxes are smaller. */
const BRACKET_SHAPES = { few: { width: 13, gap: 2.6 }, many: { width: 10, gap: 1.8 } };
const FEW_ROUNDS = 5;

/** @typedef {import("./rounds.js").RoundPair} RoundPair */

/**
 * @typedef {object} BracketNode
 * @property {RoundPair} pair
 * @property {number} column
 * @property {BracketNode[]} from the meetings whose winners meet here
 * @property {boolean} used it leads somewhere
 * @property {number} row
 */

/**
 * @param {{pairs: RoundPair[]}[]} rounds
 * @returns {BracketNode[]} in the order of the rounds, each with where its players come from
 */
export function bracketNodes(rounds) {
  /** @type {BracketNode[]} */
  const nodes = [];
  /** @type {Map<string, BracketNode>} the newest meeting that a player won */
  const won = new Map();
  for (const [column, round] of rounds.entries()) {
    // Who has a bye comes in with the next round.
    const fresh = round.pairs.filter((pair) => pair.first !== null && pair.second !== null || !pair.winner).map((pair) => {
      const from = [pair.first, pair.second].flatMap((name) => (name === null ? [] : won.get(name) ?? []));
      /** @type {BracketNode} */
      const node = { pair, column, from: from.filter((one) => !one.used), used: false, row: 0 };
      for (const one of node.from) one.used = true;
      return node;
    });
    for (const node of fresh) if (node.pair.winner) won.set(node.pair.winner, node);
    nodes.push(...fresh);
  }
  return nodes;
}

/**
 * Gives every meeting its row: those that nobody came to by winning take the next free one, the others
 * stand in the middle of those before them.
 * @param {BracketNode[]} nodes
 * @returns {number} how many rows
 */
export function bracketRows(nodes) {
  let free = 0;
  /** @type {number[]} the first free row of each column */
  const taken = [];
  const put = (/** @type {BracketNode} */ node) => {
    node.from.forEach(put);
    node.row = node.from.length === 0 ? free++ : node.from.reduce((sum, one) => sum + one.row, 0) / node.from.length;
    node.row = Math.max(node.row, taken[node.column] ?? 0);
    taken[node.column] = node.row + 1;
    free = Math.max(free, Math.floor(node.row) + (node.from.length === 0 ? 1 : 0));
  };
  const roots = nodes.filter((node) => !node.used);
  roots.sort((a, b) => b.column - a.column);
  roots.forEach(put);
  return Math.max(free, ...nodes.map((node) => Math.ceil(node.row) + 1));
}

/**
 * @param {number} column
 * @param {BracketShape} shape
 */
function bracketX(column, shape) {
  return column * (shape.width + shape.gap);
}

/** @param {BracketNode} node */
function bracketY(node) {
  return HEAD_HEIGHT + node.row * (BOX_HEIGHT + ROW_GAP);
}

/**
 * @param {BracketNode} node
 * @param {BracketShape} shape
 * @returns {string} the lines from the meetings before this one
 */
function bracketLines(node, shape) {
  const x = bracketX(node.column, shape);
  const y = bracketY(node) + BOX_HEIGHT / 2;
  return node.from.map((one) => {
    const bend = x - shape.gap / 2;
    return "M" + (bracketX(one.column, shape) + shape.width) + " " + (bracketY(one) + BOX_HEIGHT / 2) + "H" + bend + "V" + y + "H" + x;
  }).join("");
}

/**
 * @param {string} contest
 * @param {BracketNode} node
 * @param {BracketShape} shape
 */
function bracketBox(contest, node, shape) {
  const { pair } = node;
  const side = (/** @type {string | null} */ name, /** @type {number} */ i) =>
    h("span", { class: "bracket-side" + (pair.winner && pair.winner === name ? " bracket-won" : pair.winner ? " bracket-lost" : "") },
      name === null ? h("span", { class: "muted" }, pair.winner ? "bye" : "open") :
        h("a", { href: playerLink(contest, name), title: name }, h("bdi", { class: "name" }, name)),
      h("span", { class: "bracket-score" }, pair.score ? scoreText(pair.score[i]) : ""),
      pair.winner && pair.winner === name ? h("span", { class: "hidden-visually" }, " goes on") : null);
  const games = pair.score ? pair.games ?? [] : [];
  const box = h("li", { class: "bracket-box" + (pair.lower ? " bracket-lower" : "") }, side(pair.first, 0), side(pair.second, 1),
    bracketGames(contest, games));
  box.style.left = bracketX(node.column, shape) + "rem";
  box.style.width = shape.width + "rem";
  box.style.top = bracketY(node) + "rem";
  return box;
}

/**
 * The games of a meeting: a link to the only one, or a list to be opened.
 * @param {string} contest its slug
 * @param {number[]} games
 */
function bracketGames(contest, games) {
  if (games.length === 0) return null;
  if (games.length === 1) return h("a", { class: "bracket-games", href: gameLink(contest, games[0]) }, "game " + games[0]);
  return h("details", { class: "bracket-games" }, h("summary", {}, countText(games.length, "game")), gameNumbers(contest, games));
}

/** @type {Record<number, string>} what a round is called by the number of its meetings */
const BRACKET_ROUNDS = { 1: "Final", 2: "Semi-finals", 4: "Quarter-finals" };

/**
 * @param {{round: number, pairs: RoundPair[]}} round
 * @param {boolean} isDouble with two halves the number of meetings says little
 */
function bracketRoundName(round, isDouble) {
  return (isDouble ? undefined : BRACKET_ROUNDS[round.pairs.length]) ?? "Round " + round.round;
}

/**
 * @param {string} contest its slug
 * @param {{round: number, pairs: RoundPair[]}[]} rounds
 * @returns {HTMLElement}
 */
export function bracket(contest, rounds) {
  const isDouble = rounds.some((round) => round.pairs.some((pair) => pair.lower));
  const nodes = bracketNodes(rounds);
  const rows = bracketRows(nodes);
  const shape = rounds.length > FEW_ROUNDS ? BRACKET_SHAPES.many : BRACKET_SHAPES.few;
  const width = bracketX(rounds.length, shape) - shape.gap;
  const height = HEAD_HEIGHT + rows * (BOX_HEIGHT + ROW_GAP);
  const lines = s("svg", { class: "bracket-lines", viewBox: "0 0 " + width + " " + height, "aria-hidden": "true" },
    s("path", { d: nodes.map((node) => bracketLines(node, shape)).join("") }));
  const columns = rounds.map((round, column) => {
    const title = h("h3", { class: "bracket-round" }, bracketRoundName(round, isDouble));
    title.style.left = bracketX(column, shape) + "rem";
    const boxes = nodes.filter((node) => node.column === column).map((node) => bracketBox(contest, node, shape));
    return boxes.length === 0 ? [title] : [title, h("ul", { class: "plain-list" }, boxes)];
  });
  const element = h("div", { class: "bracket" }, lines, columns.flat());
  element.style.width = width + "rem";
  element.style.height = height + "rem";
  element.style.setProperty("--paper-zoom", String(Math.min(1, PAPER_WIDTH / width)));
  lines.style.width = width + "rem";
  lines.style.height = height + "rem";
  return h("div", {}, scrollFrame("Bracket, scrolls sideways", element),
    isDouble ? h("p", { class: "muted small" }, "Dashed: the lower half, for those who have lost once.") : null);
}
