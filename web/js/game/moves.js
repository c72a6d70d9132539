// The list of moves: a column for each seat, a bar of time under each move. Every move is a link to it.

import { h } from "../dom.js";
import { duration } from "../format.js";
import { seatName } from "../seat.js";
import { endTimeText, timeBar, timeWords, WORTH_A_WORD } from "./timebar.js";

/**
 * @typedef {import("./replay.js").Replay} Replay
 * @typedef {import("./replay.js").Ply} Ply
 */

/** The words behind a sign of a bad move. */
const LOSS_WORDS = /** @type {Record<string, string>} */ ({ "?": "a mistake", "??": "a blunder" });

/** What a move took, if that is worth a word.
 * @param {import("./replay.js").MoveTime | null} time
 * @param {(us: number) => string} [text] how a time is written
 */
function tookText(time, text = duration) {
  return time === null || time.charged < WORTH_A_WORD ? "" : text(time.charged);
}

export class MoveList {
  /**
   * @param {Replay} replay
   * @param {{link: (ply: number) => string, go: (ply: number) => void}} ways
   */
  constructor(replay, ways) {
    this.replay = replay;
    this.ways = ways;
    this.shown = 0; // how many moves stand in the list
    /** @type {number[]} The row of the last move in each column: two moves of one turn stand below each other. */
    this.rows = [0, 0];
    /** @type {HTMLElement[]} By ply. */
    this.items = [];
    /** @type {HTMLElement | null} */
    this.current = null;
    this.empty = h("p", { class: "game-none muted" });
    this.list = h("ol", { class: "game-moves", "aria-label": "Moves" });
    this.scroll = h("div", { class: "game-moves-scroll" },
      h("div", { class: "game-moves-heads", "aria-hidden": "true" },
        replay.data.players.map((/** @type {any} */ p, /** @type {number} */ seat) => seatName(seat, p.name))),
      this.empty, this.list);
    this.element = h("section", { class: "game-moves-card card", "aria-label": "Moves" }, this.scroll);
    const item = this.link(0, h("span", { class: "game-move" }, "start"));
    item.classList.add("game-to-start");
    this.items[0] = item;
    this.start = h("li", { class: "game-start" }, item);
    this.list.append(this.start);
    // The list may get its height when the move is shown already.
    new ResizeObserver(() => { if (this.current !== null) this.reveal(this.current); }).observe(this.scroll);
  }

  /** Adds the moves that are new. */
  draw() {
    const { plies, live } = this.replay;
    for (; this.shown < this.replay.last; this.shown++) this.addMove(plies[this.shown + 1]);
    this.empty.hidden = this.shown > 0;
    this.start.hidden = this.shown === 0;
    this.empty.textContent = live ? "No move yet." : "No move was played.";
  }

  /** @param {Ply} ply */
  addMove(ply) {
    const before = this.replay.plies[ply.ply - 1];
    const seat = ply.seat ?? 0;
    if (seat === 0 && before.seat === 1) this.rows.fill(Math.max(...this.rows));
    this.rows[seat]++;
    const item = this.link(ply.ply,
      h("span", { class: "game-ply muted" }, ply.ply),
      h("span", { class: "game-move" }, ply.move),
      h("span", { class: "game-sign" }),
      h("span", { class: ply.forced ? "game-forced muted" : "game-took muted" }, ply.forced ? "forced" : tookText(ply.time)),
      ply.time === null ? null : timeBar(ply.time, seat));
    item.title = this.replay.data.players[seat].name + " " + ply.words +
      (ply.time === null ? "" : " (" + timeWords(ply.time) + ")");
    if (ply.talk.some((l) => l.type === "note")) item.classList.add("game-noted");
    const place = h("li", {}, item);
    place.style.gridRow = String(this.rows[seat] + 1);
    place.style.gridColumn = String(seat + 1);
    this.items[ply.ply] = item;
    this.list.append(place);
  }

  /**
   * @param {number} ply
   * @param {...any} content
   * @returns {HTMLElement}
   */
  link(ply, ...content) {
    return h("a", {
      href: this.ways.link(ply), tabindex: -1, "data-ply": ply,
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        this.ways.go(ply);
      },
    }, ...content);
  }

  /** @param {number} ply */
  show(ply) {
    const hadFocus = this.current !== null && this.current === document.activeElement;
    this.current?.removeAttribute("aria-current");
    this.current?.setAttribute("tabindex", "-1");
    this.current = this.items[ply];
    this.current.setAttribute("aria-current", "true");
    this.current.setAttribute("tabindex", "0");
    if (hadFocus) this.current.focus({ preventScroll: true });
    // In the next frame: to measure now would make the browser lay out the page once more.
    requestAnimationFrame(() => { if (this.current !== null) this.reveal(this.current); });
  }

  /** Scrolls the list, never the page, so that the item is seen.
   * @param {HTMLElement} item
   */
  reveal(item) {
    const box = this.scroll.getBoundingClientRect();
    const place = item.getBoundingClientRect();
    const margin = place.height;
    const heads = this.scroll.firstElementChild?.getBoundingClientRect().height ?? 0;
    if (place.top - margin < box.top + heads) this.scroll.scrollTop += place.top - margin - box.top - heads;
    else if (place.bottom + margin > box.bottom) this.scroll.scrollTop += place.bottom + margin - box.bottom;
  }

  /**
   * Puts "?" and "??" behind moves that lost much.
   * @param {Map<number, string>} signs by ply
   */
  sign(signs) {
    this.items.forEach((item, ply) => {
      const sign = item.querySelector(".game-sign");
      if (sign === null) return;
      const text = signs.get(ply) ?? "";
      sign.replaceChildren(text, text === "" ? "" : h("span", { class: "hidden-visually" }, " " + LOSS_WORDS[text]));
    });
  }

  /** Adds what ended the game in place of a move: a fault. It leads to the position in which it was made. */
  addFault() {
    const { end, last, plies, faultTime } = this.replay;
    const before = plies[last].seat;
    if (end.blame === 0 && before === 1) this.rows.fill(Math.max(...this.rows));
    this.rows[end.blame]++;
    const item = this.link(last,
      h("span", { class: "game-ply muted" }, last + 1), h("span", { class: "game-move" }, end.verdict), h("span"),
      h("span", { class: "game-took muted" }, tookText(faultTime, endTimeText(end))),
      faultTime === null ? null : timeBar(faultTime, end.blame));
    item.classList.add("game-fault");
    delete item.dataset.ply; // it is no move
    const place = h("li", {}, item);
    place.style.gridRow = String(this.rows[end.blame] + 1);
    place.style.gridColumn = String(end.blame + 1);
    this.list.append(place);
  }
}
