// A contest that is still to come: when it starts, who plays, until when one can enter, and how to come
// back in time.

import { sampleBoard } from "../boards/samples.js";
import { h, replace } from "../dom.js";
import { countText, timeText } from "../format.js";
import { countdown, playerAnchor, saveButton } from "../pieces.js";
import { definitionList } from "./facts.js";

/**
 * The names of its players, as far as they are known.
 * @param {any} report
 * @returns {string[]}
 */
function scheduledPlayers(report) {
  return (report.players ?? report.standings).map((/** @type {any} */ one) => (typeof one === "string" ? one : one.player ?? one.name));
}

/**
 * An entry for a calendar (RFC 5545).
 * @param {string} name
 * @param {string} starts
 * @param {string} address of the page
 * @returns {string}
 */
export function calendarText(name, starts, address) {
  const stamp = (/** @type {string} */ iso) => new Date(iso).toISOString().replace(/[-:]|\.\d+/g, "");
  const escaped = name.replace(/[\\;,]/g, "\\$&").replace(/\s+/g, " ");
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//agon//EN", "BEGIN:VEVENT", "UID:" + stamp(starts) + "-" + encodeURIComponent(address),
    "DTSTAMP:" + stamp(starts), "DTSTART:" + stamp(starts), "SUMMARY:" + escaped, "URL:" + address, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n");
}

/**
 * @param {string} slug
 * @param {any} report
 * @param {string} starts
 * @returns {any[]}
 */
function scheduledFacts(slug, report, starts) {
  const names = scheduledPlayers(report);
  const until = report.entries_until ?? report.progress?.entries_until ?? null;
  /** @type {[any, any][]} */
  const facts = [];
  if (until !== null) facts.push([Date.parse(until) > Date.now() ? "Entries are taken until" : "Entries were taken until", h("time", { datetime: until }, timeText(until))]);
  facts.push([names.length === 0 ? "Players" : countText(names.length, "player"), names.length === 0 ? "They are named when it starts." :
    h("ul", { class: "plain-list scheduled-players" }, names.map((name) => h("li", {}, playerAnchor(slug, name))))]);
  facts.push(["To come back", ["Leave this page open: the first games appear here by themselves.",
    h("p", { class: "controls" }, saveButton("Add to a calendar", slug + ".ics", "text/calendar",
      () => calendarText(report.contest.name, starts, location.origin + location.pathname)))]]);
  return [countdown(starts), definitionList(facts)];
}

/**
 * @param {string} slug
 * @param {any} report
 * @returns {{element: HTMLElement, show: (report: any, starts: string | null) => void}} hidden where no
 *     start is known
 */
export function createScheduled(slug, report) {
  const body = h("div", { class: "scheduled-words" });
  const board = sampleBoard(report.contest.game, report.contest.variant);
  let drawn = "";
  const element = h("section", { class: "scheduled", "aria-label": "Still to come", hidden: true }, board, body);
  return { element, show(now, starts) {
    element.hidden = starts === null;
    const key = JSON.stringify([starts, now.entries_until, now.progress?.entries_until, scheduledPlayers(now)]);
    if (starts === null || key === drawn) return;
    drawn = key;
    replace(body, ...scheduledFacts(slug, now, starts));
  } };
}
