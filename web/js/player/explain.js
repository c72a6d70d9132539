// "Explain my rating": which results moved it, and what the next game would do.

import { h } from "../dom.js";
import { countText } from "../format.js";
import { changeText, playerAnchor, scoreText, shortList } from "../pieces.js";
import { changeBar } from "../plot.js";
import { createTable } from "../table.js";

const EXPLAINED_SHOWN = 10;

/**
 * @typedef {object} ExplainPart
 * @property {string} against
 * @property {number} games
 * @property {number} score points
 * @property {number} expected points
 * @property {number} moved
 */

/** @typedef {{against: string, win: number, draw: number, loss: number}} ExplainNext */

/**
 * @param {string} contest
 * @param {ExplainPart} part
 * @param {number} greatest
 */
function explainItem(contest, part, greatest) {
  const surplus = part.score - part.expected;
  const how = Math.abs(surplus) < 0.05 ? "as expected" : Math.abs(surplus).toFixed(1) + (surplus > 0 ? " more" : " fewer") + " than expected";
  return h("li", { class: "explain-part" },
    h("span", { class: "explain-who" }, playerAnchor(contest, part.against)),
    h("span", { class: "explain-why muted" }, scoreText(part.score) + (part.score === 1 ? " point of " : " points of ") + countText(part.games, "game") + ", " + how),
    changeBar(part.moved, greatest),
    h("b", { class: "explain-moved " + (part.moved < 0 ? "bad" : "good") }, changeText(part.moved)));
}

/**
 * The one sentence that matters most.
 * @param {string} contest
 * @param {ExplainPart[]} parts
 */
function explainLead(contest, parts) {
  const best = parts.reduce((a, b) => (b.moved > a.moved ? b : a));
  const worst = parts.reduce((a, b) => (b.moved < a.moved ? b : a));
  const lifted = best.moved > 0 ? ["The games against ", playerAnchor(contest, best.against), " lifted it most (" + changeText(best.moved) + ")"] : [];
  const cost = worst.moved >= 0 ? [] : [lifted.length > 0 ? ", those against " : "The games against ", playerAnchor(contest, worst.against), " cost most (" + changeText(worst.moved) + ")"];
  return h("p", {}, lifted, cost, lifted.length + cost.length > 0 ? "." : "No result has moved it.");
}

/**
 * @param {string} contest
 * @param {ExplainNext[]} next
 */
function explainNextTable(contest, next) {
  const change = (/** @type {number} */ value) => h("span", { class: value < 0 ? "bad" : "good" }, changeText(value));
  const table = createTable({
    caption: "What the next game would do to the rating", style: "explain-next", keyOf: (/** @type {ExplainNext} */ one) => one.against,
    columns: [
      { key: "against", title: "Against", head: true, style: "opponent-name", value: (one) => one.against.toLowerCase(), cell: (one) => playerAnchor(contest, one.against) },
      { key: "win", title: "if won", number: true, descends: true, value: (one) => one.win, cell: (one) => change(one.win) },
      { key: "draw", title: "if drawn", number: true, descends: true, value: (one) => one.draw, cell: (one) => change(one.draw) },
      { key: "loss", title: "if lost", number: true, descends: true, value: (one) => one.loss, cell: (one) => change(one.loss) },
    ],
  });
  table.show(next);
  return table.element;
}

/**
 * @param {string} contest its slug
 * @param {any} explain as in player/1
 * @returns {Node[]}
 */
export function explainRating(contest, explain) {
  /** @type {ExplainPart[]} */
  const parts = explain.parts ?? [];
  const rules = h("p", { class: "muted" }, "A rating comes from all results at once. Against each opponent the two ratings say how many points to expect. " +
    "A bar shows what the games against one opponent moved: the rating as it is, less what it would be if they had not been played. " +
    "The bars do not add up to the rating, because every result also moves the ratings of the others.");
  if (parts.length === 0) return [rules, h("p", { class: "empty" }, "No result has moved it yet: it stands where everybody begins.")];
  const greatest = Math.max(...parts.map((part) => Math.abs(part.moved)));
  const list = shortList(parts, EXPLAINED_SHOWN, "opponents", (part) => explainItem(contest, part, greatest));
  list.classList.add("explain-parts");
  const others = (explain.opponents ?? parts.length) - parts.length;
  return [explainLead(contest, parts), list, ...(others > 0 ? [h("p", { class: "muted small" }, "and " + countText(others, "other opponent"))] : []), ...((explain.next ?? []).length === 0 ? [] : [h("h3", { class: "explain-title" }, "What the next game would do"), explainNextTable(contest, explain.next)]), rules];
}
