// Stepping through a game: buttons, keys, swipes, and playing by itself.

import { h, s, replace } from "../dom.js";

const SPEEDS = [0.25, 0.5, 1, 2, 4];
const STEP_MS = 1000; // how long a position stays at speed 1
const SWIPE_PX = 36;

const GAME_KEYS = [
  ["\u2190 \u2192", "one move back, one move on"],
  ["Home, End", "the start, the last move"],
  ["Space", "play, pause"],
  ["+ \u2212", "faster, slower"],
  ["[ ]", "the previous, the next fault or note"],
  ["F", "flip the board"],
  ["D", "show or hide the legal moves"],
  ["L", "follow a live game"],
  ["?", "these keys"],
];

/**
 * @typedef {object} Way What stepping acts on.
 * @property {() => number} ply the one that is shown
 * @property {() => number} last
 * @property {() => number[]} stops moves with a fault or a note
 * @property {() => boolean} live
 * @property {(ply: number) => void} go
 * @property {() => void} flip
 * @property {() => void} dots
 * @property {() => void} follow
 */

/** Signs of the buttons, as paths in a square of 20. */
const CONTROL_ICONS = /** @type {Record<string, string>} */ ({
  start: "M4 4h2v12H4zM16 4v12L7 10z",
  back: "M14 4v12L5 10z",
  play: "M5 3v14l12-7z",
  pause: "M5 4h4v12H5zM11 4h4v12h-4z",
  on: "M6 4v12l9-6z",
  end: "M14 4h2v12h-2zM4 4v12l9-6z",
});

/** @param {string} name */
function controlIcon(name) {
  return s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: CONTROL_ICONS[name] }));
}

export class Controls {
  /** @param {Way} way */
  constructor(way) {
    this.way = way;
    this.speed = SPEEDS.indexOf(1);
    /** @type {number | undefined} */
    this.timer = undefined;
    const button = (/** @type {string} */ icon, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: "game-icon", "aria-label": label, title: label, onclick: act }, controlIcon(icon));
    this.start = button("start", "To the start (Home)", () => this.step(-Infinity));
    this.back = button("back", "One move back (left arrow)", () => this.step(-1));
    this.play = button("play", "Play (Space)", () => this.toggle());
    this.on = button("on", "One move on (right arrow)", () => this.step(1));
    this.end = button("end", "To the last move (End)", () => this.step(Infinity));
    this.live = h("button", { type: "button", class: "game-live", onclick: () => way.follow() }, h("i"), "live");
    this.rate = h("select", { "aria-label": "Speed", onchange: () => this.setSpeed(this.rate.selectedIndex) },
      SPEEDS.map((speed) => h("option", { selected: speed === 1 }, speed + "\u00d7")));
    this.flip = h("button", { type: "button", title: "Flip the board (F)", onclick: () => way.flip() }, "Flip");
    this.dots = h("button", { type: "button", "aria-pressed": "false", title: "Show legal moves (D)", onclick: () => way.dots() }, "Dots");
    this.help = h("button", { type: "button", class: "game-icon", "aria-label": "Keys (?)", title: "Keys (?)", onclick: () => this.showKeys() }, "?");
    this.keys = keysDialog();
    this.element = h("div", { class: "game-controls controls", role: "group", "aria-label": "Walk through the game" },
      h("div", { class: "game-steps" }, this.start, this.back, this.play, this.on, this.end, this.live),
      h("div", { class: "game-choices" }, this.rate, this.flip, this.dots, this.help), this.keys);
  }

  /** Shows which of the buttons can be used. @param {boolean} following */
  show(following) {
    const ply = this.way.ply();
    const last = this.way.last();
    for (const b of [this.start, this.back]) setOff(b, ply === 0);
    for (const b of [this.on, this.end]) setOff(b, ply === last);
    setOff(this.play, last === 0);
    this.live.hidden = !this.way.live();
    this.live.setAttribute("aria-pressed", String(following));
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    this.way.go(Math.max(0, Math.min(this.way.last(), this.way.ply() + by)));
  }

  /** @param {-1 | 1} to */
  stepToStop(to) {
    const ply = this.way.ply();
    const stops = this.way.stops();
    const next = to > 0 ? stops.find((p) => p > ply) : stops.findLast((p) => p < ply);
    if (next === undefined) return;
    this.pause();
    this.way.go(next);
  }

  toggle() {
    if (this.timer !== undefined) {
      this.pause();
      return;
    }
    if (this.way.last() === 0) return;
    if (this.way.ply() === this.way.last()) this.way.go(0);
    this.wait();
    this.showPlaying();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.showPlaying();
  }

  wait() {
    this.timer = setTimeout(() => this.playOn(), STEP_MS / SPEEDS[this.speed]);
  }

  playOn() {
    if (!this.element.isConnected) return;
    this.way.go(Math.min(this.way.last(), this.way.ply() + 1));
    if (this.way.ply() < this.way.last()) {
      this.wait();
      return;
    }
    this.pause();
    if (this.way.live()) this.way.follow();
  }

  showPlaying() {
    const playing = this.timer !== undefined;
    const label = playing ? "Pause (Space)" : "Play (Space)";
    this.play.setAttribute("aria-label", label);
    this.play.title = label;
    replace(this.play, controlIcon(playing ? "pause" : "play"));
  }

  get isPlaying() {
    return this.timer !== undefined;
  }

  /** @param {number} index */
  setSpeed(index) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, index));
    this.rate.selectedIndex = this.speed;
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.wait();
  }

  showKeys() {
    if (!this.keys.open) this.keys.showModal();
  }

  /**
   * Does what a key stands for.
   * @param {KeyboardEvent} event
   */
  hear(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || this.keys.open) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest?.("input, select, textarea, [contenteditable], [role=tab]")) return;
    if (event.key === " " && target.closest?.("a, button, summary")) return;
    const act = this.actions()[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  /** @returns {Record<string, () => void>} */
  actions() {
    return {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.step(-Infinity),
      End: () => this.step(Infinity),
      " ": () => this.toggle(),
      "[": () => this.stepToStop(-1),
      "]": () => this.stepToStop(1),
      "+": () => this.setSpeed(this.speed + 1),
      "-": () => this.setSpeed(this.speed - 1),
      f: () => this.way.flip(),
      d: () => this.way.dots(),
      l: () => this.way.follow(),
      "?": () => this.showKeys(),
    };
  }

  /**
   * Lets a finger on this element step: to the left is one move on.
   * @param {HTMLElement} element
   */
  listenToSwipes(element) {
    /** @type {{x: number, y: number, id: number} | null} */
    let down = null;
    element.addEventListener("pointerdown", (e) => {
      down = e.pointerType === "touch" && e.isPrimary ? { x: e.clientX, y: e.clientY, id: e.pointerId } : null;
    });
    element.addEventListener("pointercancel", () => { down = null; });
    element.addEventListener("pointerup", (e) => {
      if (down === null || down.id !== e.pointerId) return;
      const x = e.clientX - down.x;
      const y = e.clientY - down.y;
      down = null;
      if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) this.step(x < 0 ? 1 : -1);
    });
  }
}

/** A button that cannot be used now keeps its place and its focus.
 * @param {HTMLElement} button
 * @param {boolean} off
 */
function setOff(button, off) {
  if (off) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}

function keysDialog() {
  const dialog = h("dialog", { class: "game-keys card", "aria-label": "Keys" },
    h("h2", {}, "Keys"),
    h("dl", {}, GAME_KEYS.flatMap(([keys, words]) => [
      h("dt", {}, keys.split(" ").map((key) => h("kbd", {}, key.replace(",", "")))), h("dd", {}, words)])),
    h("p", { class: "muted small" }, "On a phone: swipe over the board."),
    h("button", { type: "button", class: "primary", autofocus: true, onclick: () => dialog.close() }, "Close"));
  dialog.addEventListener("click", (/** @type {MouseEvent} */ e) => {
    if (e.target === dialog) dialog.close();
  });
  dialog.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
    if (e.key === "?") dialog.close();
    if (e.key !== "Tab" && e.key !== "Escape" && e.key !== "Enter" && e.key !== " ") e.preventDefault();
  });
  return dialog;
}
