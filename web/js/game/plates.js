// The plates of the two players: name, clock, what the last move took, what is left on the board.

import { h, replace } from "../dom.js";
import { clockText, duration } from "../format.js";
import { pieceMark, seatMark } from "../seat.js";
import { playerLink } from "../links.js";
import { sideCounts } from "../boards/board.js";
import { endTimeText, timeBar, timeWords } from "./timebar.js";

/**
 * @typedef {import("./replay.js").Replay} Replay
 * @typedef {import("./replay.js").Ply} Ply
 */

/** How few of a kind are worth a warning: the game ends when there is none. */
const FEW = 2;

export class Plate {
  /**
   * @param {Replay} replay
   * @param {number} seat
   */
  constructor(replay, seat) {
    const player = replay.data.players[seat];
    this.replay = replay;
    this.seat = seat;
    this.shown = ""; // the counts that are drawn
    this.state = h("span", { class: "game-state" });
    this.clock = h("span", { class: "game-clock" });
    this.clockLabel = h("span", { class: "game-clock-label muted" });
    this.bar = h("div", { class: "game-plate-bar" });
    this.words = h("span", { class: "muted" });
    this.counts = h("ul", { class: "game-counts", "aria-label": "On the board" });
    this.element = h("section", { class: "game-plate card", "aria-label": "Player " + (seat + 1) },
      h("div", { class: "game-who" },
        h("span", { class: "game-name" }, seatMark(seat), this.nameOf(player.name)),
        h("span", { class: "game-side muted" }, pieceMark(replay.data.game, seat) ?? this.sideWords(player.name)),
        this.state),
      h("div", { class: "game-time" }, this.clock, this.clockLabel),
      this.bar,
      h("div", { class: "game-plate-foot small" }, this.words, this.counts));
  }

  /** @param {string} name */
  nameOf(name) {
    const { contest } = this.replay.data;
    const text = h("bdi", { class: "name" }, name);
    return contest ? h("a", { href: playerLink(contest.slug, name), title: name }, text) : text;
  }

  /** The name of the side in the game ("X", "White"), if it says more than the name of the player does.
   * @param {string} name
   */
  sideWords(name) {
    const side = this.replay.data.seat_names?.[this.seat];
    return side === undefined || side === name ? "" : side;
  }

  /**
   * @param {Ply} ply
   * @param {number | null} thinking How long this seat thinks already, in microseconds.
   */
  show(ply, thinking) {
    this.element.classList.toggle("game-on", ply.turn === this.seat && !this.isOver(ply));
    replace(this.state, this.stateWords(ply));
    this.showClock(ply, thinking);
    this.showTime(ply, thinking);
    this.showCounts(ply);
  }

  /** @param {Ply} ply */
  isOver(ply) {
    return this.replay.end !== null && ply.ply === this.replay.last;
  }

  /** @param {Ply} ply */
  stateWords(ply) {
    const { end } = this.replay;
    if (!this.isOver(ply)) return ply.turn === this.seat ? h("span", { class: "game-turn" }, "to move") : null;
    if (end.winner === this.seat) return h("span", { class: "game-won" }, "won");
    if (end.winner !== null) return h("span", { class: end.blame === this.seat ? "bad" : "muted" }, "lost");
    return h("span", { class: "muted" }, end.verdict === "DRAW" ? "drew" : "");
  }

  /**
   * @param {Ply} ply
   * @param {number | null} thinking
   */
  showClock(ply, thinking) {
    const clock = ply.clocks[this.seat];
    const { faultTime, end } = this.replay;
    const isFault = this.isOver(ply) && end.blame === this.seat;
    const now = thinking ?? (isFault ? faultTime?.charged ?? 0 : 0);
    const us = clock.left === null ? clock.used + now : clock.left - now;
    this.clock.textContent = clockText(us);
    this.clockLabel.textContent = clock.left === null ? "used" : "left";
    this.clock.classList.toggle("game-low", clock.left !== null && us < 0.1 * 1000 * this.replay.budget(this.seat).game_ms);
  }

  /** The newest answer of this seat at that position.
   * @param {Ply} ply
   */
  latest(ply) {
    const { faultTime, end, plies } = this.replay;
    if (this.isOver(ply) && faultTime !== null && end.blame === this.seat) return { time: faultTime, ply: null };
    for (let i = ply.ply; i > 0; i--) {
      if (plies[i].seat === this.seat) return { time: plies[i].time, ply: plies[i] };
    }
    return null;
  }

  /**
   * @param {Ply} ply
   * @param {number | null} thinking
   */
  showTime(ply, thinking) {
    if (thinking !== null) {
      const limit = this.replay.limit(this.seat);
      replace(this.bar, timeBar({ limit, charged: thinking, waited: 0, refunded: 0, wall: thinking, cpu: null }, this.seat));
      this.words.textContent = "thinks for " + duration(thinking) + (limit > 0 ? " of " + duration(limit) : "");
      return;
    }
    const latest = this.latest(ply);
    const time = latest?.time ?? null;
    replace(this.bar, time === null ? h("span", { class: "game-bar", "aria-hidden": "true" }) : timeBar(time, this.seat));
    if (latest === null) this.words.textContent = "has not moved yet";
    else if (latest.ply === null)
      this.words.textContent = (this.replay.faultMessage === null ? "no answer: " : "its last answer: ") + timeWords(/** @type {any} */ (time), endTimeText(this.replay.end));
    else if (time === null) this.words.textContent = latest.ply.move + (latest.ply.forced ? ", forced" : "");
    else this.words.textContent = latest.ply.move + ": " + timeWords(time);
  }

  /** @param {Ply} ply */
  showCounts(ply) {
    const counts = sideCounts(this.replay.data.game, ply.position)[this.seat] ?? [];
    const key = JSON.stringify(counts);
    if (this.shown === key) return;
    this.shown = key;
    replace(this.counts, counts.map((c) =>
      h("li", { class: c.of && c.of < 30 && c.count <= FEW ? "game-few" : null },
        h("span", { class: "muted" }, c.label), " ", h("b", {}, c.count),
        c.of && c.of < 30 ? h("span", { class: "muted" }, "/" + c.of) : null)));
  }
}
