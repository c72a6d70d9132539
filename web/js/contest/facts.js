// What else is known of a contest: all games together, how they were played, and files to take home.

import { h } from "../dom.js";
import { countText } from "../format.js";
import { contestLink, gameLink, gamesLink, place } from "../links.js";
import { changeText, saveButton } from "../pieces.js";
import { gamesOf } from "./standings.js";

/**
 * @param {[any, any][]} facts
 * @returns {HTMLElement}
 */
export function definitionList(facts) {
  return h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
}

/** @param {number} share */
function percentText(share) {
  return (100 * share).toFixed(1) + " %";
}

/**
 * @param {{value: number, low: number, high: number}} share
 */
function shareWithEnds(share) {
  return [percentText(share.value), h("span", { class: "muted" }, " (" + (100 * share.low).toFixed(1) + " to " + (100 * share.high).toFixed(1) + ")")];
}

/**
 * @param {string} contest its slug
 * @param {any} report
 * @returns {HTMLElement}
 */
export function wholeFacts(contest, report) {
  const { whole } = report;
  /** @type {[any, any][]} */
  const facts = [["Games", h("a", { href: gamesLink(contest) }, countText(report.games, "game"))]];
  if (report.games > 0) facts.push(["Moves a game, on average", (whole.moves / report.games).toFixed(1)]);
  for (const [name, game] of /** @type {[string, any][]} */ ([["Shortest", whole.shortest], ["Longest", whole.longest]])) {
    if (game) facts.push([name, [h("a", { href: gameLink(contest, game.game) }, "game " + game.game), ", " + countText(game.moves, "move")]]);
  }
  if (whole.draws) facts.push(["Drawn games", shareWithEnds(whole.draws)]);
  if (whole.level_pairs) facts.push([h("span", { title: "Two players meet twice, with the seats changed; the pair is level if both have a point" }, "Pairs that ended 1 : 1"), shareWithEnds(whole.level_pairs)]);
  if (whole.first_seat.games > 0) {
    facts.push(["Points of the first seat", [percentText(whole.first_seat.points / whole.first_seat.games) + ", worth " +
      changeText(whole.first_seat_elo.value) + "\u00a0±\u00a0" + whole.first_seat_elo.error.toFixed(0) + "\u00a0Elo"]]);
  }
  return definitionList(facts);
}

/** @param {any} start */
function sandboxText(start) {
  if (start.sandboxes.length === 0) return "no bot was started here";
  return start.sandboxes.map((/** @type {any} */ one) => one.manner + (one.layers.length === 0 ? "" : ": " + one.layers.join(", "))).join("; ");
}

/**
 * @param {any} report
 * @returns {HTMLElement}
 */
export function conditionFacts(report) {
  /** @type {[any, any][]} */
  const facts = [];
  for (const start of report.starts ?? []) {
    const from = report.starts.length > 1 ? " (from game " + start.row + ")" : "";
    facts.push(["Machine" + from, start.machine + ", " + countText(start.cores, "core") + ", agon " + start.agon]);
    facts.push(["Sandbox" + from, sandboxText(start)]);
  }
  if (report.contest.seed !== undefined) facts.push(["Seed", report.contest.seed]);
  if (report.head) facts.push(["Head of the file", h("code", { class: "long-code" }, report.head)]);
  if (report.fingerprint) facts.push(["Fingerprint", h("code", { class: "long-code" }, report.fingerprint)]);
  return definitionList(facts);
}

/**
 * A field of a CSV file. A spreadsheet computes what looks like a formula, and names come from bots:
 * such a text gets an apostrophe before it, as `agon report --csv` does it.
 * @param {string | number} value
 * @param {boolean} [isName]
 * @returns {string}
 */
export function csvField(value, isName = false) {
  let text = String(value);
  if (isName && /^[=+\-@\t\r\n]/.test(text) && !/^@(\d+|max|random|first)$/.test(text)) text = "'" + text;
  return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}

/** @param {import("./standings.js").Standing[]} standings */
function standingsCsv(standings) {
  const rows = standings.map((one) => [one.rank, csvField(one.player, true), one.rating, one.error, one.points, gamesOf(one), one.wins, one.draws, one.losses, one.faults].join(","));
  return ["rank,player,rating,error,points,games,wins,draws,losses,faults", ...rows, ""].join("\r\n");
}

/**
 * @param {string} contest its slug
 * @param {() => any} reportOf the newest document
 * @returns {HTMLElement}
 */
export function contestFiles(contest, reportOf) {
  const json = place.frozen ? saveButton("Everything as JSON", contest + ".json", "application/json", () => JSON.stringify(reportOf())) :
    h("a", { class: "button", href: contestLink(contest) + ".json", download: contest + ".json" }, "Everything as JSON");
  return h("p", { class: "controls files" }, json,
    saveButton("Standings as CSV", contest + ".csv", "text/csv", () => standingsCsv(reportOf().standings)));
}
