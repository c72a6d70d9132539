// Time, drawn: a bar for one answer, and a strip with a bar for each move of the game.

import { h, s, replace } from "../dom.js";
import { duration, exactMs } from "../format.js";
import { SEAT_CLASSES } from "../seat.js";

/**
 * @typedef {import("./replay.js").MoveTime} MoveTime
 * @typedef {import("./replay.js").Replay} Replay
 * @typedef {{seat: number, time: MoveTime, ply: number}} StripBar
 */

export const WORTH_A_WORD = 1000; // less than a millisecond is not spoken of
const LEAST_BARS = 24; // a short game does not get broad bars

/**
 * How the times of the answer that ended a game are written, wherever they stand: to the millisecond if
 * they are the reason.
 * @param {any} end the end line; null: the game goes on
 * @returns {(us: number) => string}
 */
export function endTimeText(end) {
  return end?.verdict === "TIMEOUT" ? exactMs : duration;
}

/**
 * "1.2 s of 3.0 s"
 * @param {MoveTime} time
 * @param {(us: number) => string} [text] how a time is written
 */
export function chargedWords(time, text = duration) {
  return text(time.charged) + (time.limit > 0 ? " of " + text(time.limit) : "");
}

/**
 * "1.2 s of 3.0 s, 186 ms waited for a core, 20 ms refunded"
 * @param {MoveTime} time
 * @param {(us: number) => string} [text] how a time is written
 */
export function timeWords(time, text = duration) {
  return chargedWords(time, text) +
    (time.waited >= WORTH_A_WORD ? ", " + text(time.waited) + " waited for a core" : "") +
    (time.refunded >= WORTH_A_WORD ? ", " + text(time.refunded) + " refunded" : "");
}

/** The parts of a bar: class and length in microseconds.
 * @param {MoveTime} time
 * @param {number} seat
 * @returns {[string, number][]}
 */
function timeParts(time, seat) {
  return [[SEAT_CLASSES[seat], time.charged], ["game-waited", time.waited], ["game-refunded", time.refunded]];
}

/** @param {MoveTime} time */
function timeTotal(time) {
  return time.charged + time.waited + time.refunded;
}

/**
 * The bar of one answer. Its whole length is the budget, or what the answer took if that is more: then
 * a line shows where the budget ended.
 * @param {MoveTime} time
 * @param {number} seat
 */
export function timeBar(time, seat) {
  const total = timeTotal(time);
  const scale = Math.max(time.limit, total, 1);
  const bar = h("span", { class: "game-bar", "aria-hidden": "true" });
  for (const [name, us] of timeParts(time, seat)) {
    if (us <= 0) continue;
    const part = h("i", { class: name });
    part.style.width = (100 * us) / scale + "%";
    bar.append(part);
  }
  if (time.limit > 0 && total > time.limit) {
    const line = h("b");
    line.style.left = (100 * time.limit) / scale + "%";
    bar.append(line);
  }
  return bar;
}

/** A strip with a bar for each move: those of seat 0 upwards, those of seat 1 downwards. */
export class TimeStrip {
  /**
   * @param {Replay} replay
   * @param {(ply: number) => void} go
   */
  constructor(replay, go) {
    this.replay = replay;
    this.words = h("span", { class: "muted" });
    this.cursor = h("span", { class: "game-cursor" });
    this.graph = s("svg", { preserveAspectRatio: "none", "aria-hidden": "true" });
    this.field = h("div", { class: "game-strip", onclick: (/** @type {MouseEvent} */ e) => go(this.plyAt(e)) },
      this.graph, this.cursor);
    this.element = h("section", { class: "game-chart", "aria-label": "Time" },
      h("h2", {}, "Time"), this.words, this.field, timeLegend());
  }

  /** @param {MouseEvent} event */
  plyAt(event) {
    const box = this.field.getBoundingClientRect();
    const ply = Math.ceil(((event.clientX - box.left) / box.width) * this.length);
    return Math.max(1, Math.min(this.replay.last, ply));
  }

  /** How many bars there is room for. */
  get length() {
    return Math.max(LEAST_BARS, this.replay.last + (this.replay.faultTime === null ? 0 : 1));
  }

  /** Draws all bars: after new moves have come. */
  draw() {
    const { plies, faultTime, end } = this.replay;
    /** @type {StripBar[]} */
    const bars = plies.slice(1).flatMap((p) => p.time === null ? [] : [{ seat: p.seat ?? 0, time: p.time, ply: p.ply }]);
    if (faultTime !== null) bars.push({ seat: end.blame, time: faultTime, ply: plies.length });
    const timed = bars.filter((bar) => timeTotal(bar.time) > 0);
    this.element.hidden = timed.length === 0;
    const most = Math.max(0, ...timed.map((bar) => budgetShare(bar.time)));
    const scale = most > 0.4 ? Math.max(1, most) : most;
    this.graph.setAttribute("viewBox", "0 0 " + this.length + " 200");
    replace(this.graph, scale < 1 ? null : [-1, 1].map((way) =>
      s("path", { class: "game-limit", d: "M0 " + (100 + (way * 97) / scale) + "H" + this.length })),
      timed.map((bar) => stripBar(bar, scale)));
    const nearest = timed.find((bar) => budgetShare(bar.time) === most);
    this.words.textContent = nearest === undefined ? "" : "most at move " + nearest.ply + ": " +
      chargedWords(nearest.time, nearest.ply === plies.length ? endTimeText(end) : duration);
  }

  /** @param {number} ply */
  show(ply) {
    this.cursor.hidden = ply === 0;
    this.cursor.style.left = (100 * (ply - 0.5)) / this.length + "%";
  }
}

/**
 * What an answer took, as a part of its budget.
 * @param {MoveTime} time
 */
function budgetShare(time) {
  return timeTotal(time) / (time.limit > 0 ? time.limit : 1e6);
}

/**
 * @param {StripBar} bar
 * @param {number} scale
 */
function stripBar({ seat, time, ply }, scale) {
  const group = s("g");
  const whole = (97 * budgetShare(time)) / scale / timeTotal(time);
  let done = 0;
  for (const [name, us] of timeParts(time, seat)) {
    if (us <= 0) continue;
    const height = name === SEAT_CLASSES[seat] ? Math.max(whole * us, 3) : whole * us;
    group.append(s("rect", {
      class: name, x: ply - 1 + 0.12, width: 0.76, height, y: seat === 0 ? 100 - done - height : 100 + done,
    }));
    done += height;
  }
  return group;
}

/**
 * What the parts of a bar mean.
 * @param {number} [seat] only this one's
 */
export function timeLegend(seat) {
  return h("ul", { class: "game-legend muted" },
    h("li", {}, SEAT_CLASSES.map((name, i) => seat === undefined || seat === i ? h("i", { class: name }) : null), "charged"),
    h("li", {}, h("i", { class: "game-waited" }), "waited for a core, not charged"),
    h("li", {}, h("i", { class: "game-refunded" }), "refunded"));
}
