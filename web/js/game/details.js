// What stands around the board of a game: the moves, the charts, the verdict, what was said, the facts.
// It is made after the board has been seen.

import { h, replace, scrollSoon } from "../dom.js";
import { MoveList } from "./moves.js";
import { TimeStrip } from "./timebar.js";
import { EvaluationGraph } from "./evaluation.js";
import { MessagePanel, StderrPanel } from "./talk.js";
import { verdictCard } from "./verdict.js";
import { downloadRow } from "./downloads.js";
import { aboutGame } from "./about.js";

/**
 * @typedef {import("./replay.js").Replay} Replay
 *
 * @typedef {object} GameWays
 * @property {number | null} me the seat by whose side one looks
 * @property {string | null} address where the game is served; null in a frozen file
 * @property {(ply: number) => string} link
 * @property {() => number} ply the one that is shown
 * @property {(ply: number) => void} go
 * @property {() => void} goToEnd
 * @property {() => string} picture the board as an SVG file
 */

export class GameDetails {
  /**
   * @param {Replay} replay
   * @param {GameWays} ways
   */
  constructor(replay, ways) {
    this.replay = replay;
    this.ways = ways;
    this.hasVerdict = false;
    const { go, me, address } = ways;
    this.moves = new MoveList(replay, { link: ways.link, go });
    this.strip = new TimeStrip(replay, go);
    this.evaluation = new EvaluationGraph(replay, {
      go, address: address === null ? null : address + "/analysis.json", sign: (signs) => this.moves.sign(signs),
    });
    this.messages = new MessagePanel(replay, me);
    this.stderr = new StderrPanel(replay, me ?? replay.end?.blame ?? 0);
    this.verdict = h("div", { class: "game-verdict-place" });
    this.about = h("div");
    this.elements = [
      h("div", { class: "game-charts" }, this.strip.element, this.evaluation.element),
      this.verdict, this.moves.element,
      h("div", { class: "game-talk" }, this.messages.element, this.stderr.element),
      h("section", { class: "game-end", "aria-label": "About this game" }, this.about,
        downloadRow(replay.data, { address: address ?? "", picture: ways.picture, ply: ways.ply })),
    ];
  }

  /** Draws what came with new lines: moves, bars, the end. */
  draw() {
    const { replay } = this;
    this.moves.draw();
    this.strip.draw();
    this.evaluation.update();
    if (replay.live) return;
    const card = verdictCard(replay, this.ways.goToEnd);
    this.hasVerdict = card !== null;
    replace(this.verdict, card);
    const words = this.verdict.querySelector(".game-last-words"); // the last ones matter most
    if (words !== null) scrollSoon(words, "end");
    if (replay.isFault) this.moves.addFault();
    replace(this.about, h("h2", {}, "About this game"), aboutGame(replay));
  }

  /** Scrolls, no further than needed, to what was wrong: the marked message, or the reason. On a wide screen it is seen already. */
  revealFault() {
    const wrong = this.verdict.querySelector(".game-sent-part, .game-late, .game-why") ?? this.verdict;
    wrong.scrollIntoView({ block: "nearest" });
  }

  /** Shows what belongs to a position. @param {number} ply */
  show(ply) {
    this.moves.show(ply);
    this.strip.show(ply);
    this.evaluation.show(ply);
    this.messages.show(ply);
    this.stderr.show(ply);
  }
}
