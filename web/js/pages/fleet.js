// The machines that play contests together: who is here, what they play, how fast, and what went wrong.

import { h } from "../dom.js";
import { openFeed } from "../feed.js";
import { countText, numberText } from "../format.js";
import { showLost, showPage } from "../frame.js";
import { contestLink } from "../links.js";
import { pageSection } from "../pieces.js";
import { linePlot } from "../plot.js";
import { createTable } from "../table.js";

/**
 * @typedef {object} FleetWorker
 * @property {number} worker
 * @property {string | null} host
 * @property {number} cores
 * @property {number} speed
 * @property {string} state
 * @property {string} why
 * @property {number} games
 * @property {number} per_minute
 * @property {number} late
 * @property {number} leases
 * @property {number} heard_of_s
 * @property {string} plays
 */

/**
 * @typedef {object} FleetContest
 * @property {string} name
 * @property {string | null} coordinator
 * @property {boolean} playing
 * @property {number} open
 * @property {number} taken
 * @property {number} expired
 * @property {number} waiting
 * @property {string} lack
 */

/** @type {Record<string, string>} */
const FLEET_STATES = { here: "Here", gone: "Gone", quarantined: "Quarantined", out: "Put out" };

/** @param {FleetWorker} worker */
function fleetState(worker) {
  const kind = worker.state === "here" ? (worker.leases > 0 ? "running" : "waiting") : worker.state === "gone" ? "over" : "stopped";
  return h("span", {}, h("span", { class: "state state-" + kind }, FLEET_STATES[worker.state] ?? worker.state),
    worker.why === "" ? null : h("span", { class: "fleet-why muted small" }, worker.why));
}

function fleetWorkers() {
  return createTable({
    caption: "The machines of the fleet", style: "fleet-table", param: "order",
    keyOf: (/** @type {FleetWorker} */ worker) => String(worker.worker),
    rowStyle: (worker) => (worker.state === "here" ? "" : "fleet-away"),
    columns: [
      { key: "worker", title: "Worker", head: true, value: (worker) => worker.worker,
        cell: (worker) => (worker.host === null ? String(worker.worker) : worker.worker + " · " + worker.host) },
      { key: "state", title: "State", value: (worker) => worker.state, cell: fleetState, mark: (worker) => worker.state + (worker.leases > 0) + worker.why },
      { key: "plays", title: "Plays", cell: (worker) => worker.plays },
      { key: "per_minute", title: "Games a minute", number: true, descends: true, value: (worker) => worker.per_minute, cell: (worker) => worker.per_minute.toFixed(1) },
      { key: "games", title: "Games", number: true, descends: true, value: (worker) => worker.games, cell: (worker) => numberText(worker.games) },
      { key: "cores", title: "Cores", number: true, descends: true, value: (worker) => worker.cores, cell: (worker) => worker.cores },
      { key: "speed", title: "Speed", hint: "How fast it searches; 1 is the machine that all are compared with.", number: true, descends: true, value: (worker) => worker.speed,
        cell: (worker) => (worker.speed > 0 ? worker.speed.toFixed(2) : "") },
      { key: "late", title: "Too late", hint: "Games that it handed in when they were another machine's.", number: true, descends: true, value: (worker) => worker.late, cell: (worker) => worker.late },
      { key: "heard", title: "Heard of", number: true, value: (worker) => worker.heard_of_s, cell: (worker) => worker.heard_of_s + " s ago" },
    ],
  });
}

function fleetContests() {
  return createTable({
    caption: "What is handed out", style: "fleet-table", keyOf: (/** @type {FleetContest} */ contest) => contest.name,
    columns: [
      { key: "name", title: "Contest", head: true, cell: (contest) => h("a", { href: contestLink(contest.name) }, contest.name) },
      { key: "by", title: "Handed out by", cell: (contest) => (contest.playing ? contest.coordinator ?? "somebody" : "nobody now") },
      { key: "open", title: "Open", hint: "Pairs of games that the next worker can take.", number: true, cell: (contest) => contest.open },
      { key: "taken", title: "With workers", number: true, cell: (contest) => contest.taken },
      { key: "expired", title: "Silent", hint: "Pairs whose worker has not been heard of for too long: another one will get them.", number: true, cell: (contest) => contest.expired },
      { key: "waiting", title: "To be counted", hint: "Games that are handed in, and will be played through by the rules.", number: true, cell: (contest) => contest.waiting },
      { key: "lack", title: "Lacking", hint: "Why nobody takes some of the open pairs.", cell: (contest) => contest.lack },
    ],
  });
}

/** @param {{at: number, games: number}[]} minutes */
function fleetPlot(minutes) {
  const time = (/** @type {number} */ at) => new Date(at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return { label: "Games in each minute of the last hour", x: minutes.map((minute) => minute.at), xWord: "", xText: (/** @type {number} */ at) => "at " + time(at),
    series: [{ name: "games a minute", link: null, values: minutes.map((minute) => minute.games), errors: minutes.map(() => null) }], labels: 1, height: 12 };
}

/** @param {any} totals */
function fleetFacts(totals) {
  const fact = (/** @type {string} */ name, /** @type {string} */ words) => h("div", {}, h("dt", {}, name), h("dd", {}, words));
  return [
    fact("Machines", countText(totals.workers, "worker") + ", " + countText(totals.cores, "core")),
    fact("In the last whole minute", countText(totals.last_minute, "game")),
    fact("Failures", countText(totals.late, "game") + " too late, " + totals.quarantined + " quarantined, " + totals.out + " put out"),
  ];
}

/** @param {any} data fleet/1 */
export function showFleet(data) {
  const facts = h("dl", { class: "facts" });
  const workers = fleetWorkers();
  const contests = fleetContests();
  const plot = linePlot(fleetPlot(data.minutes));
  const nobody = h("p", { class: "muted" }, "No machine has joined yet: agon work, with the address of the database, adds one.");
  const status = showPage({ title: "Fleet" }, h("h1", {}, "Fleet"), facts,
    pageSection("workers", "Workers", nobody, workers.element),
    pageSection("contests", "Contests", contests.element),
    pageSection("throughput", "Games a minute", plot.element));

  /** @param {any} fleet */
  function show(fleet) {
    facts.replaceChildren(...fleetFacts(fleet.totals));
    nobody.hidden = fleet.workers.length > 0;
    workers.show(fleet.workers);
    contests.show(fleet.contests);
    plot.show(fleetPlot(fleet.minutes));
  }

  show(data);
  openFeed({
    watch: () => ({ watch: "fleet" }),
    lost: (since) => showLost(status, since),
    hear: (message) => { if (message.fleet) show(message.fleet); },
  });
}
