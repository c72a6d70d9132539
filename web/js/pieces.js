// Small pieces that the pages of contests share: sections, names that lead somewhere, how far a
// contest is, and what a verdict is called.

import { h } from "./dom.js";
import { hasRules, playerLink, rulesLink } from "./links.js";
import { countText, pointsText, timeText, numberText } from "./format.js";

/** The verdicts that are faults, with a few words for each. */
export const FAULT_MEANINGS = Object.freeze({
  MALFORMED: "sent what cannot be read",
  ILLEGAL: "made an illegal move",
  TIMEOUT: "ran out of time",
  DISCONNECT: "closed its stream",
  CRASH: "crashed",
  FLOOD: "sent too much",
  NO_START: "did not start",
  LIMIT: "used more than it may",
});

/**
 * @param {string} verdict
 * @returns {boolean}
 */
export function isFault(verdict) {
  return Object.hasOwn(FAULT_MEANINGS, verdict);
}

/**
 * What a fault means, in a few words: "ran out of time".
 * @param {string} verdict
 * @returns {string}
 */
export function faultWords(verdict) {
  return isFault(verdict) ? FAULT_MEANINGS[/** @type {keyof typeof FAULT_MEANINGS} */ (verdict)] : verdict;
}

/**
 * Why a game ended, without the names that stand beside it: "no attack left" of "ann beats bob: no
 * attack left".
 * @param {{explanation: string, first: string, second: string}} game
 * @returns {string}
 */
export function reasonText(game) {
  const { first, second } = game;
  const known = [first + " beats " + second + ": ", second + " beats " + first + ": ", first + ": ", second + ": ", "a draw: ", "void: "];
  const start = known.find((words) => game.explanation.startsWith(words));
  return game.explanation.slice(start?.length ?? 0).replace(/(\d+) to (\d+)$/, "$1\u00a0to\u00a0$2"); // a score stays on one line
}

/**
 * The name of a game at the beginning of a line.
 * @param {string} game
 * @returns {string}
 */
export function gameTitle(game) {
  return game === "stones" ? "Game of Stones" : game.charAt(0).toUpperCase() + game.slice(1);
}

/**
 * A part of a page with a heading that can be linked to.
 * @param {string} id
 * @param {string} title
 * @param {...any} children
 * @returns {HTMLElement}
 */
export function pageSection(id, title, ...children) {
  return h("section", { class: "part", id, "aria-labelledby": id + "-title" },
    h("h2", { id: id + "-title" }, title), ...children);
}

/**
 * A name that leads to its player's page. A long one is cut, and its title has the whole.
 * @param {string} contest its slug
 * @param {string} name
 * @returns {HTMLElement}
 */
export function playerAnchor(contest, name) {
  return h("a", { class: "player-link", href: playerLink(contest, name), title: name },
    h("bdi", { class: "name" }, name));
}

/**
 * The name of a rule, which leads to its words where they can be read.
 * @param {string} game
 * @param {string} rule
 * @returns {HTMLElement}
 */
export function ruleAnchor(game, rule) {
  return hasRules(game) ? h("a", { href: rulesLink(game, rule), title: "Rule " + rule }, rule) : h("span", {}, rule);
}

/**
 * Wins, draws and losses in columns: "25 2 3", each with a word for those who do not see columns.
 * @param {{wins: number, draws: number, losses: number}} result
 * @returns {HTMLElement}
 */
export function resultCounts(result) {
  const part = (/** @type {number} */ count, /** @type {string} */ word) =>
    h("span", {}, count, h("span", { class: "hidden-visually" }, " " + word));
  return h("span", { class: "counts" }, part(result.wins, "won, "), h("i", { "aria-hidden": "true" }, "–"),
    part(result.draws, "drawn, "), h("i", { "aria-hidden": "true" }, "–"), part(result.losses, "lost"));
}

/**
 * Points, also those that are no halves (what a model expects): "6½", "4.2".
 * @param {number} points
 * @returns {string}
 */
export function scoreText(points) {
  return Number.isInteger(2 * points) ? pointsText(points) : points.toFixed(1);
}

/**
 * A change with its sign: "+12", "−9", "±0".
 * @param {number} change
 * @returns {string}
 */
export function changeText(change) {
  const whole = Math.abs(change) < 9.95 ? Math.abs(change).toFixed(1) : String(Math.round(Math.abs(change)));
  if (Number(whole) === 0) return "±0";
  return (change < 0 ? "−" : "+") + whole;
}

/**
 * How long something will take: "40 s", "4 min", "2 h 10 min", "3 days".
 * @param {number} seconds
 * @returns {string}
 */
export function spanText(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return whole + " s";
  const minutes = Math.floor(whole / 60);
  if (minutes < 10) return minutes + " min " + String(whole % 60).padStart(2, "0") + " s";
  if (minutes < 60) return minutes + " min";
  if (minutes < 48 * 60) return Math.floor(minutes / 60) + " h " + String(minutes % 60).padStart(2, "0") + " min";
  return numberText(Math.floor(minutes / 60 / 24)) + " days";
}

/**
 * @typedef {object} Progress How far a contest is.
 * @property {string} state
 * @property {number} games
 * @property {number | null} [games_in_all]
 * @property {number | null} [rate] games a second
 * @property {number | null} [left_s]
 * @property {string | null} [starts]
 * @property {number} [faults]
 */

/** @type {Record<string, string>} */
const STATE_WORDS = {
  running: "Playing",
  scheduled: "Not yet begun",
  waiting: "Waiting for players",
  stopped: "Stopped",
  over: "Over",
};

/**
 * The state of a contest: a sign and a word.
 * @param {string} state
 * @returns {HTMLElement}
 */
export function stateBadge(state) {
  return h("span", { class: "state state-" + state }, STATE_WORDS[state] ?? state);
}

/**
 * "412 of 728 games · 31 a second · about 10 s left".
 * @param {Progress} p
 * @returns {string}
 */
export function progressText(p) {
  const all = p.games_in_all ?? null;
  const parts = [all === null || all === p.games ? countText(p.games, "game") :
    numberText(p.games) + " of " + countText(all, "game")];
  if (p.state === "running" && p.rate) {
    parts.push(p.rate >= 1 ? (p.rate < 10 ? p.rate.toFixed(1) : Math.round(p.rate)) + " a second" :
      p.rate * 60 >= 1 ? Math.round(p.rate * 60) + " a minute" : "less than one a minute");
  }
  if (p.state === "running" && p.left_s !== null && p.left_s !== undefined) parts.push("about " + spanText(p.left_s) + " left");
  if (p.faults) parts.push(countText(p.faults, "fault"));
  return parts.map((part) => part.replaceAll(" ", "\u00a0")).join(" · ");
}

/**
 * A bar that fills as a contest goes on. `show` moves it; it is not there when it would say nothing:
 * before the first game, after the last, and when nobody knows how many there will be.
 * @param {string} label whose progress
 * @returns {{element: HTMLElement, show: (p: Progress) => void}}
 */
export function progressBar(label) {
  const fill = h("span", { class: "progress-fill" });
  const element = h("span", { class: "progress", role: "progressbar", "aria-label": label, "aria-valuemin": 0 }, fill);
  return {
    element,
    show(p) {
      const all = p.games_in_all ?? null;
      element.hidden = all === null || all === 0 || p.state === "scheduled" || (p.state === "over" && p.games >= all);
      if (all === null || element.hidden) return;
      element.setAttribute("aria-valuemax", String(all));
      element.setAttribute("aria-valuenow", String(Math.min(p.games, all)));
      fill.style.width = (100 * Math.min(1, p.games / all)).toFixed(2) + "%";
    },
  };
}

/**
 * "Starts in 4 min 12 s, on 20 Nov 2026, 18:00", and counts down by itself as long as it is on the page.
 * @param {string} iso
 * @returns {HTMLElement}
 */
export function countdown(iso) {
  const left = h("b", {});
  const element = h("span", { class: "countdown" }, left, h("span", { class: "muted" }, h("span", { class: "countdown-dot" }, " · "), h("time", { datetime: iso }, timeText(iso))));
  const tick = () => {
    const seconds = (Date.parse(iso) - Date.now()) / 1000;
    left.textContent = seconds <= 0 ? "Starts now" : "Starts in " + spanText(Math.ceil(seconds));
    return seconds > 0;
  };
  if (tick()) {
    const timer = setInterval(() => {
      if (!element.isConnected || !tick()) clearInterval(timer);
    }, 1000);
  }
  return element;
}

/**
 * A list of which the first few are shown, and a button that shows the rest. Paper has no button, and
 * says how many are missing.
 * @template Item
 * @param {Item[]} items
 * @param {number} few
 * @param {string} noun of all of them, for the button: "faults"
 * @param {(item: Item) => Node} draw an li
 * @returns {HTMLElement}
 */
export function shortList(items, few, noun, draw) {
  const list = h("ul", { class: "plain-list" }, items.slice(0, few).map(draw));
  if (items.length <= few) return list;
  const printed = h("p", { class: "printed muted" }, "and " + numberText(items.length - few) + " more " + noun);
  const more = h("button", { type: "button", onclick: () => {
    const rest = items.slice(few).map(draw);
    list.append(...rest);
    more.remove();
    printed.remove();
    const first = /** @type {Element} */ (rest[0]).querySelector("a");
    if (first instanceof HTMLElement) first.focus();
  } }, "Show all " + items.length + " " + noun);
  return h("div", {}, list, more, printed);
}

/**
 * A link that saves some text as a file, made in the page: it also works without a server.
 * @param {string} words
 * @param {string} fileName
 * @param {string} type
 * @param {() => string} content
 * @returns {HTMLElement}
 */
export function saveButton(words, fileName, type, content) {
  return h("button", { type: "button", onclick: () => {
    const address = URL.createObjectURL(new Blob([content()], { type }));
    h("a", { href: address, download: fileName }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  } }, words);
}
