// The evaluation graph: what the built-in player thinks of each position. It is asked for by a button;
// the moves that lost most are dots to click.

import { h, s, replace } from "../dom.js";
import { seatMark } from "../seat.js";

/**
 * @typedef {import("./replay.js").Replay} Replay
 * @typedef {{ply: number, value: number, score?: string | null, best?: string | null, depth?: number | null, loss?: number | null}} EvaluatedPly
 */

const POLL_MS = 1000;
const MISTAKE = 0.1;
const BLUNDER = 0.25;
const MOST_DOTS = 6;
const LEAST_MOVES = 24; // a short game is not stretched

/** "62 %" @param {number} value */
function percent(value) {
  return Math.round(100 * value) + " %";
}

export class EvaluationGraph {
  /**
   * @param {Replay} replay
   * @param {{address: string | null, go: (ply: number) => void, sign: (signs: Map<number, string>) => void}} ways
   *     `address`: where the analysis is asked for; null: nowhere
   */
  constructor(replay, ways) {
    this.replay = replay;
    this.ways = ways;
    this.ply = 0;
    /** @type {EvaluatedPly[]} By ply. */
    this.values = [];
    this.words = h("span", { class: "muted" });
    this.ask = h("button", { type: "button", class: "small", onclick: () => this.request("POST") }, "Analyse");
    this.graph = s("svg", { preserveAspectRatio: "none", "aria-hidden": "true" });
    this.dots = h("div", { class: "game-dots" });
    this.cursor = h("span", { class: "game-cursor" });
    this.field = h("div", { class: "game-evaluation", hidden: true, onclick: (/** @type {MouseEvent} */ e) => this.click(e) },
      this.graph, h("span", { class: "game-above" }, seatMark(1)), h("span", { class: "game-below" }, seatMark(0)), this.cursor, this.dots);
    this.readout = h("p", { class: "game-readout small muted", hidden: true });
    this.element = h("section", { class: "game-chart", "aria-label": "Evaluation" },
      h("h2", {}, "Evaluation"), this.words, h("span", { class: "game-ask controls" }, this.ask), this.field, this.readout);
    this.update();
    if (replay.data.analysis) this.take(replay.data.analysis);
  }

  /** Offers the analysis once the game is over. */
  update() {
    const { replay } = this;
    const canAsk = this.ways.address !== null && !replay.live && replay.last > 0;
    this.ask.hidden = !canAsk || this.values.length > 0;
    this.element.hidden = this.values.length === 0 && !canAsk;
    if (this.values.length === 0 && canAsk) this.words.textContent = "by the built-in player";
  }

  /** @param {"POST" | "GET"} method */
  async request(method) {
    this.ask.disabled = true;
    try {
      const answer = await fetch(/** @type {string} */ (this.ways.address), { method });
      const analysis = await answer.json();
      if (!this.element.isConnected) return;
      if (!answer.ok) this.fail(analysis.words ?? "The server refused: " + answer.status);
      else this.take(analysis);
    } catch {
      this.fail("No answer from the server.");
    }
  }

  /** @param {string} words */
  fail(words) {
    this.words.textContent = words;
    this.ask.disabled = false;
    this.ask.hidden = false;
    this.ask.textContent = "Try again";
  }

  /** @param {any} analysis analysis/1 */
  take(analysis) {
    this.values = [];
    for (const p of analysis.plies ?? []) this.values[p.ply] = p;
    const isDone = analysis.state === "done";
    const state = /** @type {Record<string, string>} */ ({
      waiting: "waits for its turn", running: "looks at the moves: " + analysis.done + " of " + analysis.of,
      done: "by " + (analysis.by ?? "the built-in player"),
    })[analysis.state];
    this.ask.hidden = true;
    if (analysis.state === "failed") this.fail(analysis.words ?? "The analysis failed.");
    else this.words.textContent = state ?? "";
    this.draw();
    this.show(this.ply);
    this.ways.sign(this.signs());
    if (!isDone && analysis.state !== "failed") setTimeout(() => this.request("GET"), POLL_MS);
  }

  /** The signs of bad moves, by the number of the move. */
  signs() {
    /** @type {Map<number, string>} */
    const signs = new Map();
    for (const p of this.values) {
      const loss = p?.loss ?? 0;
      if (loss >= MISTAKE) signs.set(p.ply + 1, loss >= BLUNDER ? "??" : "?");
    }
    return signs;
  }

  get length() {
    return Math.max(LEAST_MOVES, this.replay.last);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const box = this.field.getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * this.length);
    this.ways.go(Math.max(0, Math.min(this.replay.last, ply)));
  }

  draw() {
    const points = this.values.filter((p) => p !== undefined);
    this.field.hidden = points.length === 0;
    this.readout.hidden = points.length === 0;
    const line = points.map((p) => p.ply + " " + (100 - 100 * p.value).toFixed(1));
    this.graph.setAttribute("viewBox", "0 0 " + this.length + " 100");
    const first = points[0]?.ply ?? 0;
    const end = points.at(-1)?.ply ?? 0;
    replace(this.graph,
      s("rect", { class: "second", x: first, width: end - first, height: 100 }), // only what was looked at
      line.length === 0 ? null : s("path", { class: "first", d: "M" + first + " 100L" + line.join("L") + "L" + end + " 100Z" }),
      s("path", { class: "game-middle", d: "M0 50H" + this.length }),
      line.length === 0 ? null : s("path", { class: "game-line", d: "M" + line.join("L") }));
    replace(this.dots, this.worst().map((p) => this.dot(p)));
  }

  /** The moves that lost most. */
  worst() {
    return this.values.filter((p) => (p?.loss ?? 0) >= MISTAKE)
      .sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0)).slice(0, MOST_DOTS).sort((a, b) => a.ply - b.ply);
  }

  /** @param {EvaluatedPly} p */
  dot(p) {
    const played = this.replay.plies[p.ply + 1];
    const after = this.values[p.ply + 1]?.value ?? p.value;
    const label = "Move " + (p.ply + 1) + ", " + (played?.move ?? "") + ", lost " + percent(p.loss ?? 0) +
      (p.best ? "; best was " + p.best : "");
    const dot = h("button", {
      type: "button", "aria-label": label, title: label,
      onclick: (/** @type {MouseEvent} */ e) => { e.stopPropagation(); this.ways.go(p.ply + 1); },
    });
    dot.style.left = (100 * (p.ply + 1)) / this.length + "%";
    dot.style.top = 100 - 100 * after + "%";
    return dot;
  }

  /** @param {number} ply */
  show(ply) {
    this.ply = ply;
    this.cursor.style.left = (100 * ply) / this.length + "%";
    const names = this.replay.data.players.map((/** @type {any} */ p) => p.name);
    const now = this.values[ply];
    const before = this.values[ply - 1];
    const played = this.replay.plies[ply];
    const parts = [];
    if (now) parts.push(h("span", {}, h("bdi", { class: "name" }, names[0]), " " + percent(now.value), ", ",
      h("bdi", { class: "name" }, names[1]), " " + percent(1 - now.value)));
    if (before && (before.loss ?? 0) >= 0.005 && played.move !== null)
      parts.push(h("span", { class: (before.loss ?? 0) >= MISTAKE ? "bad" : null },
        played.move + " lost " + percent(before.loss ?? 0), before.best && before.best !== played.move ?
          [", best was ", h("b", { class: "mono" }, before.best)] : null));
    else if (before && before.best === played.move) parts.push(h("span", {}, played.move + " was best"));
    replace(this.readout, parts.flatMap((part, i) => i === 0 ? [part] : [" \u00b7 ", part]));
  }
}
