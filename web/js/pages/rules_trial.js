// The board at the side of the rules: any move can be tried, by the referee's own rules. What is
// refused is explained; what is legal is played.

import { h, replace } from "../dom.js";
import { rulesLink } from "../links.js";
import { seatMark } from "../seat.js";
import { createBoard } from "../boards/board.js";

/**
 * @typedef {object} TrialStep
 * @property {string} position
 * @property {number | null} turn
 * @property {string[]} legal
 * @property {string | null} move the one that led here
 * @property {string} words of that move
 * @property {number} seat whose move it was
 * @property {{winner: number | null, rule: string, reason: string} | null} outcome
 */

/** @type {Record<string, {words: string, position: string}[]>} Positions worth trying. */
const TRIAL_BEGINNINGS = {
  reversi: [
    { words: "X has to pass", position: "X-O------O------OOXX-------XX------XXX-------------------------- X" },
    { words: "One move turns eighteen", position: "X--X--X--O-O-O----OOO---XOO-OOOX--OOO----O-O-O--X--O--X----X---- X" },
    { words: "Turned stones turn no others", position: "XOOO----O-----O-----X--------------- X" },
    { words: "The start of 4x4", position: "-----OX--XO----- X" },
    { words: "O can end it at once, on 4x4", position: "OOOXOOX-OXX-XO-X O" },
  ],
  santorini: [
    { words: "A town, a step from winning", position: "01210/12321/02403/01210/00000 11,33 13,31 1" },
    { words: "Build so that nobody can step", position: "01000/02000/22000/00000/00000 20,44 00,01 1" },
    { words: "Placing on a built board", position: "12340/00000/00000/00000/00000 - - 1" },
    { words: "On level 3 and not yet won", position: "30000/30000/00000/00000/00000 00,44 03,40 1" },
    { words: "The start of 5x5", position: "00000/00000/00000/00000/00000 - - 1" },
  ],
  stones: [
    { words: "A free move: Black's last C", position: "[[0,-5,19,0,5,0,0,0,0],[-10,0,0,0,-6,0,0,0,0],[-5,0,0,-7,0,5,-5,0,0],[0,-6,7,-5,0,0,-6,-5,0],[5,0,0,0,0,0,0,-5,0],[0,0,-6,5,5,5,0,0,0],[0,0,0,0,0,-6,7,6,9],[0,0,0,0,0,-6,0,6,5],[0,0,0,0,0,-13,0,0,5]] b any" },
    { words: "What a stack of height 3 sees", position: "[[5,0,0,6,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[-6,0,0,13,0,0,-9,0,0],[0,0,0,0,0,0,0,-7,0],[0,0,0,0,0,0,0,0,0],[0,0,0,-18,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,7]] w attack" },
    { words: "Pass, and White cannot attack", position: "[[9,0,10,0,11,0,0,0,0],[0,0,0,0,0,0,0,0,0],[-13,0,-14,0,-15,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0]] b any" },
  ],
};

export class RulesTrial {
  /** @type {TrialStep[]} */
  #steps = [];
  #isBusy = false;

  /** @param {any} data the document "rules/1" */
  constructor(data) {
    this.data = data;
    this.board = createBoard(data.game);
    this.board.dots = true;
    this.board.choose = "any";
    this.board.addEventListener("choose", (event) => this.tryMove(/** @type {CustomEvent} */ (event).detail.move));
    this.answer = h("div", { class: "rules-answer", role: "status", "aria-live": "polite" });
    this.turn = h("p", { class: "rules-turn" });
    this.back = h("button", { type: "button", onclick: () => this.#takeBack() }, "Take back");
    this.pass = h("button", { type: "button", hidden: this.data.game === "santorini", onclick: () => this.tryMove("pass") }, "Pass");
    this.again = h("button", { type: "button", onclick: () => this.#again() }, "Start again");
    this.element = h("div", { class: "rules-trial" }, this.turn, this.board, this.answer, this.#controls());
    const start = data.start;
    this.#begin({ position: start.position, turn: start.turn, legal: start.legal, move: null, words: "", seat: 0, outcome: null });
  }

  #controls() {
    const input = h("input", { class: "rules-typed", name: "move", autocomplete: "off", spellcheck: "false", size: "10",
      "aria-label": "A move, as text", placeholder: this.data.start.legal.at(0) ?? "" });
    const form = h("form", { class: "rules-form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (input.value.trim() !== "") this.tryMove(input.value.trim());
      input.value = "";
    } }, input, h("button", { type: "submit" }, "Try"));
    const beginnings = TRIAL_BEGINNINGS[this.data.game] ?? [];
    this.choice = h("select", { "aria-label": "Begin from", onchange: () => this.#chooseBeginning() },
      h("option", { value: "" }, "The start"),
      beginnings.map((beginning, i) => h("option", { value: i }, beginning.words)),
      h("option", { value: "other", hidden: true }, "A board of this page"));
    return h("div", { class: "rules-controls controls" }, this.choice, h("div", { class: "rules-buttons" }, this.pass, this.back, this.again), form);
  }

  #chooseBeginning() {
    if (this.choice.value === "") this.beginAt(this.data.start.position, false);
    else if (this.choice.value !== "other") this.beginAt(TRIAL_BEGINNINGS[this.data.game][Number(this.choice.value)].position, false);
  }

  #again() {
    this.#begin(this.#steps[0]);
  }

  /**
   * Puts a position on the board.
   * @param {string} position
   * @param {boolean} isOther it is none of those in the list
   */
  async beginAt(position, isOther) {
    if (isOther) this.choice.value = "other";
    const answer = await this.#ask(position, null);
    if (answer === null) return;
    if (!Array.isArray(answer.moves)) {
      this.#showProblem(answer.words ?? "This position cannot be shown.");
      return;
    }
    this.#begin({ position: answer.position, turn: answer.turn, legal: answer.moves, move: null, words: "", seat: 0, outcome: answer.outcome });
    if (isOther && this.element.getBoundingClientRect().top < 0) this.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {TrialStep} step */
  #begin(step) {
    this.#steps = [step];
    this.#showStep(false);
    replace(this.answer, h("p", { class: "muted" }, "Try any move, legal or not: the referee answers."));
    if (step.outcome !== null) this.#showOutcome(step);
  }

  #takeBack() {
    if (this.#steps.length < 2) return;
    this.#steps.pop();
    this.#showStep(true);
    this.#showPlayed();
  }

  /**
   * @param {string} position
   * @param {string | null} move
   * @returns {Promise<any>} the document "try/1"; null: there was no answer, and the page says so
   */
  async #ask(position, move) {
    if (this.#isBusy) return null;
    this.#isBusy = true;
    const query = new URLSearchParams(move === null ? { position } : { position, move });
    try {
      const response = await fetch(rulesLink(this.data.game) + "/try.json?" + query);
      if (!response.ok) throw new Error("The server answered " + response.status + ".");
      return await response.json();
    } catch (error) {
      this.#showProblem("There was no answer. " + (error instanceof Error ? error.message : "") + " Try again in a moment.");
      return null;
    } finally {
      this.#isBusy = false;
    }
  }

  /** @param {string} move */
  async tryMove(move) {
    const now = /** @type {TrialStep} */ (this.#steps.at(-1));
    const answer = await this.#ask(now.position, move);
    if (answer === null) return;
    if (answer.legal) {
      this.#steps.push({ position: answer.position, turn: answer.turn, legal: answer.moves ?? [], move: answer.move,
        words: answer.words, seat: now.turn ?? 0, outcome: answer.outcome ?? null });
      this.#showStep(true);
      this.#showPlayed();
      return;
    }
    this.#showStep(false, move);
    if (answer.refusal) this.#showRefusal(move, answer.refusal);
    else this.#showProblem("\"" + move + "\": " + answer.words + ".");
  }

  /**
   * @param {boolean} animate
   * @param {string} [refused] a move that was tried and refused
   */
  #showStep(animate, refused) {
    const step = /** @type {TrialStep} */ (this.#steps.at(-1));
    const before = this.#steps.at(-2)?.position ?? null;
    this.board.show({ position: step.position, turn: step.turn, legal: step.legal, last: step.move, before,
      refused: refused === undefined ? null : { position: step.position, move: refused } }, { animate });
    this.back.disabled = this.#steps.length < 2;
    this.again.disabled = this.#steps.length < 2;
    replace(this.turn, step.turn === null ? "The game is over." :
      [seatMark(step.turn), " ", h("strong", {}, this.#name(step.turn)), " to move",
        h("span", { class: "muted" }, " · " + step.legal.length + (step.legal.length === 1 ? " legal move" : " legal moves"))]);
  }

  /**
   * The name of a seat at the beginning of a sentence.
   * @param {number} seat
   */
  #name(seat) {
    const name = this.data.seat_names[seat];
    return name[0].toUpperCase() + name.slice(1);
  }

  #showPlayed() {
    const step = /** @type {TrialStep} */ (this.#steps.at(-1));
    if (step.move === null) {
      replace(this.answer, h("p", { class: "muted" }, "Back at the beginning."));
      return;
    }
    replace(this.answer, h("p", {}, h("span", { class: "rules-number muted" }, this.#steps.length - 1 + ". "),
      h("code", {}, step.move), " " + this.#name(step.seat) + " " + step.words + "."));
    if (step.outcome !== null) this.#showOutcome(step);
  }

  /** @param {TrialStep} step */
  #showOutcome(step) {
    const { winner, rule, reason } = /** @type {NonNullable<TrialStep["outcome"]>} */ (step.outcome);
    this.answer.append(h("p", { class: "rules-outcome" },
      winner === null ? h("strong", {}, "A draw") : [seatMark(winner), " ", h("strong", {}, this.#name(winner) + " has won")],
      ": " + reason + " (", h("a", { href: "#" + rule }, rule), ")."));
  }

  /**
   * @param {string} move
   * @param {{rule: string, words: string, expected?: string | null, seen?: string | null}} refusal
   */
  #showRefusal(move, refusal) {
    const row = (/** @type {string} */ name, /** @type {string | null | undefined} */ words) =>
      (words ? [h("dt", {}, name), h("dd", {}, words)] : []);
    replace(this.answer, h("div", { class: "rules-refusal" },
      h("p", {}, h("strong", {}, h("code", {}, move), " is refused"), " by ",
        h("a", { href: "#" + refusal.rule }, "rule " + refusal.rule), "."),
      h("dl", {}, row("Why", refusal.words), row("Expected", refusal.expected), row("Seen", refusal.seen))));
  }

  /** @param {string} words */
  #showProblem(words) {
    replace(this.answer, h("div", { class: "rules-refusal" }, h("p", {}, words)));
  }
}
