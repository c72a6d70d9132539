// <agon-board>: a board of any of the games. It shows a position, moves from one to the next, marks
// what happened, and lets people choose a move by mouse, touch or keys.

import { h, s } from "../dom.js";
import { BOARD_KINDS } from "./kinds.js";
import { BoardChooser } from "./chooser.js";
import { BoardMotion } from "./motion.js";
import { marksChosen, marksCursor, marksDot, marksMovable, marksRefused } from "./marks.js";
import { pictureText } from "./picture.js";

/**
 * @typedef {object} BoardShown
 * @property {string} position
 * @property {string | null} [variant] is in the position too
 * @property {string | null} [last] the move that led here
 * @property {string | null} [before] the position before that move
 * @property {string[] | null} [legal]
 * @property {number | null} [turn] null: the game is over
 * @property {{position?: string, move?: string | null, meaning?: string | null} | null} [refused]
 */

const BOARD_ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
let boardCount = 0;

export class AgonBoard extends HTMLElement {
  /** @type {import("./kinds.js").BoardKind} */
  #kind = BOARD_KINDS.reversi;
  #chooser = new BoardChooser(this.#kind);
  #motion = new BoardMotion();
  /** @type {import("./view.js").BoardView | null} */
  #view = null;
  /** @type {BoardShown | null} */
  #shown = null;
  /** @type {any} the position that is shown, read */
  #state = null;
  /** @type {string | null} */
  #cursor = null;
  #cursorX = 0;
  /** @type {string | null} the piece under the mouse */
  #hovered = null;
  #hasKeys = false;
  #flipped = false;
  #dots = false;
  /** @type {null | "legal" | "any"} */
  #choose = null;
  #small = false;

  #svg = s("svg", { class: "board-svg", focusable: "false" });
  #marks = { last: s("g"), dots: s("g"), refused: s("g"), cursor: s("g") };
  #live = h("div", { class: "hidden-visually", "aria-live": "polite" });
  #hint = h("div", { class: "hidden-visually", id: "board-hint-" + (++boardCount) },
    "Arrow keys move over the board, Enter chooses, Escape takes back.");
  #pass = h("button", { type: "button", class: "board-pass", hidden: true, onclick: () => this.#send(this.#kind.pass ?? "") }, "Pass");

  /**
   * Says which game it is of. Once, before anything else.
   * @param {string} game
   * @param {boolean} small
   */
  setUp(game, small) {
    if (!(game in BOARD_KINDS)) throw new Error("There is no board for the game \"" + game + "\".");
    this.#kind = BOARD_KINDS[game];
    this.#small = small;
    this.#chooser = new BoardChooser(this.#kind);
    this.classList.toggle("board-is-small", small);
    this.dataset.game = game;
    this.#listen();
    this.show({ position: this.#kind.start }, { animate: false });
    this.#shown = null; // so that nothing is moved from there
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.append(this.#svg, ...(this.#small ? [] : [this.#pass, this.#live, this.#hint]));
  }

  disconnectedCallback() {
    this.#motion.cut();
  }

  get flipped() { return this.#flipped; }
  set flipped(flipped) {
    if (flipped === this.#flipped) return;
    this.#flipped = flipped;
    if (this.#view !== null) this.#build();
  }

  /** Marks where the side to move may go. */
  get dots() { return this.#dots; }
  set dots(dots) {
    this.#dots = dots;
    this.#drawDots();
  }

  /** Who watches chooses nothing: null; "legal": a legal move; "any": an illegal one too. */
  get choose() { return this.#choose; }
  set choose(choose) {
    this.#choose = choose;
    this.#chooser.chosen = [];
    this.#setRole();
    this.#drawDots();
    this.#drawCursor();
  }

  /**
   * Shows a position.
   * @param {BoardShown} shown
   * @param {{animate?: boolean}} [how]
   */
  show(shown, { animate = true } = {}) {
    this.#motion.cut();
    const old = this.#shown;
    const oldState = this.#state;
    this.#shown = shown;
    this.#state = this.#kind.read(shown.position);
    this.classList.toggle("board-is-unreadable", this.#state === null);
    this.#chooser.begin(this.#state, this.#state === null ? [] : shown.legal ?? []);
    this.#setRole();
    if (this.#state === null) return;
    if (this.#view === null || this.#view.key !== this.#viewKey()) this.#build();
    else this.#paint();
    if (animate && old !== null && oldState !== null) this.#move(old, oldState, shown);
  }

  /** A whole SVG file with its styles. */
  toSvg() {
    this.#motion.cut();
    const wasIn = this.isConnected;
    if (!wasIn) document.body.append(this); // styles are known only to what is in the page
    const title = this.#kind.describe(this.#state ?? this.#kind.read(this.#kind.start), true);
    const marks = this.#marks.cursor.childNodes;
    this.#marks.cursor.replaceChildren();
    const text = pictureText(this.#svg, title);
    this.#marks.cursor.append(...marks);
    if (!wasIn) this.remove();
    return text;
  }

  /**
   * Where a cell is on the screen: its centre.
   * @param {string} cell
   */
  pointOf(cell) {
    const [x, y] = this.#view?.centre(cell) ?? [0, 0];
    const point = new DOMPoint(x, y).matrixTransform(this.#svg.getScreenCTM());
    return { x: point.x, y: point.y };
  }

  // Showing

  #viewKey() {
    return this.#kind.view === BOARD_KINDS.stones.view ? "stones" : this.dataset.game + " " + this.#state.size;
  }

  /** Makes the board anew: another size, or turned round. */
  #build() {
    this.#motion.cut();
    const view = this.#kind.view(this.#state ?? this.#kind.read(this.#kind.start), { small: this.#small, flipped: this.#flipped });
    this.#view = view;
    if (this.#cursor !== null && !view.cells.includes(this.#cursor)) this.#cursor = null;
    view.over.append(this.#marks.last, this.#marks.dots, this.#marks.refused, this.#marks.cursor);
    this.#svg.setAttribute("viewBox", view.box.map((v) => +v.toFixed(2)).join(" "));
    this.#svg.replaceChildren(view.root);
    if (this.#state !== null) this.#paint();
  }

  #paint() {
    this.#view?.paint(this.#state);
    if (!this.#drawRefused()) this.#drawLast();
    this.#drawDots();
    this.#drawCursor();
  }

  /**
   * Moves from what was shown to what is shown now, if one move lies between them.
   * @param {BoardShown} old
   * @param {any} oldState
   * @param {BoardShown} shown
   */
  #move(old, oldState, shown) {
    if (old.position === shown.position || !BoardMotion.isWelcome()) return;
    const forward = shown.before === old.position;
    const back = !forward && old.before === shown.position;
    const move = back ? old.last : shown.last;
    const path = move === null || move === undefined ? null : this.#kind.path(move);
    if (path === null) return;
    if (forward || back) {
      this.#view?.move({ from: oldState, to: this.#state, path, back }, this.#motion);
    } else if (this.#small && shown.before) { // a small live board may have missed some moves
      const from = this.#kind.read(shown.before);
      if (from !== null) this.#view?.move({ from, to: this.#state, path, back: false }, this.#motion);
    }
  }

  #drawLast() {
    const view = this.#view;
    const path = this.#shown?.last ? this.#kind.path(this.#shown.last) : null;
    if (view === null) return;
    const marks = path === null || path.some((cell) => !view.cells.includes(cell)) ? [] : view.drawLast(path, this.#state);
    view.under.replaceChildren(...marks.filter((mark) => mark.under));
    this.#marks.last.replaceChildren(...marks.filter((mark) => !mark.under));
  }

  /** Marks what was refused, in place of the last move. Returns false if nothing was. */
  #drawRefused() {
    const refused = this.#shown?.refused;
    const path = !refused ? [] : (refused.move ? this.#kind.path(refused.move) : null) ?? this.#kind.meant(refused.meaning ?? "");
    const marks = this.#view === null || path.length === 0 ? null : marksRefused(this.#view, path, this.#chooser.wrongStep(path));
    this.#marks.refused.replaceChildren(...(marks?.over ?? []));
    if (marks === null) return false;
    this.#view?.under.replaceChildren(...marks.under);
    this.#marks.last.replaceChildren();
    return true;
  }

  #drawDots() {
    const view = this.#view;
    if (view === null || this.#small) return;
    const marks = this.#chooser.chosen.map((cell) => marksChosen(view, cell));
    const isShown = this.#dots || this.#choose === "legal" || this.#chooser.chosen.length > 0;
    const turn = this.#shown?.turn;
    if (isShown && this.#state !== null && turn !== null) {
      let prefix = this.#chooser.chosen;
      if (prefix.length === 0 && this.#hovered !== null && this.#chooser.isInParts()) prefix = [this.#hovered];
      let next = this.#chooser.next(prefix);
      if (next.size === 0 && this.#chooser.chosen.length === 0) next = this.#chooser.next(prefix = []);
      const isMovable = prefix.length === 0 && this.#chooser.isInParts();
      for (const cell of next) {
        const taken = this.#kind.describeCell(this.#state, cell) !== "empty" && this.#kind.pass === "pass";
        marks.push(isMovable ? marksMovable(view, cell) : marksDot(view, cell, { taken, builds: prefix.length === 2 }));
      }
    }
    this.#marks.dots.replaceChildren(...marks);
  }

  #drawCursor() {
    const isShown = this.#choose !== null && this.#hasKeys && this.#cursor !== null && this.#view !== null;
    this.#marks.cursor.replaceChildren(...(isShown ? [marksCursor(/** @type {any} */ (this.#view), /** @type {any} */ (this.#cursor))] : []));
  }

  #setRole() {
    const words = this.#state === null ? "A position that cannot be read." : this.#kind.describe(this.#state, this.#small);
    const isChoosing = this.#choose !== null && !this.#small;
    this.#svg.setAttribute("aria-label", words);
    this.#svg.setAttribute("role", isChoosing ? "application" : "img");
    this.#pass.hidden = !isChoosing || this.#kind.pass === null || !(this.#choose === "any" || this.#chooser.canPass());
    if (isChoosing) {
      this.#svg.setAttribute("tabindex", "0");
      this.#svg.setAttribute("aria-roledescription", "board");
      this.#svg.setAttribute("aria-describedby", this.#hint.id);
    } else {
      for (const name of ["tabindex", "aria-roledescription", "aria-describedby"]) this.#svg.removeAttribute(name);
    }
    this.classList.toggle("board-is-choosing", isChoosing);
  }

  // Choosing

  #listen() {
    const svg = this.#svg;
    svg.addEventListener("click", (/** @type {MouseEvent} */ event) => this.#click(event));
    svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.#hover(event.pointerType === "mouse" ? this.#cellAt(event) : null));
    svg.addEventListener("pointerleave", () => this.#hover(null));
    svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
    svg.addEventListener("focus", () => this.#focus(svg.matches(":focus-visible")));
    svg.addEventListener("blur", () => this.#focus(false));
  }

  /** @param {MouseEvent} event */
  #cellAt(event) {
    const matrix = this.#svg.getScreenCTM();
    if (matrix === null || this.#view === null) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return this.#view.cellAt(point.x, point.y);
  }

  /** @param {string | null} cell */
  #hover(cell) {
    if (cell === this.#hovered) return;
    this.#hovered = cell;
    if (this.#choose !== null) {
      const next = cell !== null && (this.#choose === "any" || this.#chooser.next(this.#chooser.chosen).has(cell) || this.#chooser.next([]).has(cell));
      this.#svg.classList.toggle("board-can-choose", next);
    }
    if (this.#dots || this.#choose !== null) this.#drawDots();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.#choose === null) return;
    const cell = this.#cellAt(event);
    if (cell === null) return;
    this.#hasKeys = false;
    this.#setCursor(cell);
    this.#take(cell);
  }

  /** @param {string} cell */
  #take(cell) {
    if (this.#state === null) return;
    const move = this.#chooser.choose(cell, this.#choose === "any");
    this.#drawDots();
    this.#drawCursor();
    if (move !== null) {
      this.#send(move);
      return;
    }
    const chosen = this.#chooser.chosen;
    const at = chosen.at(-1);
    const steps = this.#kind.steps;
    this.#say((at === undefined ? "Nothing is chosen. " : this.#cellWords(at) + ". ") + steps[Math.min(chosen.length, steps.length - 1)]);
  }

  /** @param {string} move */
  #send(move) {
    this.dispatchEvent(new CustomEvent("choose", { detail: { move }, bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.#choose === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (BOARD_ARROWS.includes(event.key)) this.#step(event.key);
    else if ((event.key === "Enter" || event.key === " ") && this.#cursor !== null) this.#take(this.#cursor);
    else if (event.key === "Escape" && this.#chooser.chosen.length > 0) this.#takeBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #takeBack() {
    this.#chooser.back();
    this.#drawDots();
    this.#say(this.#chooser.chosen.length === 0 ? "Taken back. Nothing is chosen." :
      "Taken back. " + this.#cellWords(/** @type {string} */ (this.#chooser.chosen.at(-1))) + " is chosen.");
  }

  /** @param {boolean} hasKeys */
  #focus(hasKeys) {
    this.#hasKeys = hasKeys;
    if (hasKeys && this.#cursor === null) this.#setCursor(this.#firstCell());
    this.#drawCursor();
  }

  /** Where the cursor begins: at a cell with which a move can begin, else in the middle. */
  #firstCell() {
    const [first] = this.#chooser.next([]);
    const cells = this.#view?.cells ?? [];
    return first ?? cells[Math.floor(cells.length / 2)] ?? null;
  }

  /** @param {string | null} cell */
  #setCursor(cell) {
    this.#cursor = cell;
    if (cell !== null) this.#cursorX = this.#view?.centre(cell)[0] ?? 0;
  }

  /** @param {string} key */
  #step(key) {
    this.#hasKeys = true;
    if (this.#cursor === null) this.#setCursor(this.#firstCell());
    else if (key === "ArrowLeft" || key === "ArrowRight") this.#stepAcross(key === "ArrowLeft" ? -1 : 1);
    else this.#stepUp(key === "ArrowUp" ? -1 : 1);
    this.#drawCursor();
    if (this.#cursor !== null && this.#state !== null) {
      const isNext = this.#chooser.next(this.#chooser.chosen).has(this.#cursor);
      this.#say(this.#cellWords(this.#cursor) + (isNext ? ", can be chosen" : ""));
    }
  }

  /**
   * To the next cell of the same row of the picture.
   * @param {number} sign
   */
  #stepAcross(sign) {
    const [x, y] = this.#at(/** @type {string} */ (this.#cursor));
    const cells = this.#view?.cells.filter((cell) => Math.abs(this.#at(cell)[1] - y) < 1 && (this.#at(cell)[0] - x) * sign > 1) ?? [];
    cells.sort((a, b) => (this.#at(a)[0] - this.#at(b)[0]) * sign);
    if (cells.length > 0) this.#setCursor(cells[0]);
  }

  /**
   * To the next row of the picture, as straight up or down as can be.
   * @param {number} sign
   */
  #stepUp(sign) {
    const [, y] = this.#at(/** @type {string} */ (this.#cursor));
    const beyond = this.#view?.cells.filter((cell) => (this.#at(cell)[1] - y) * sign > 1) ?? [];
    const cost = (/** @type {string} */ cell) => Math.abs(this.#at(cell)[1] - y) * 100 + Math.abs(this.#at(cell)[0] - this.#cursorX);
    beyond.sort((a, b) => cost(a) - cost(b));
    if (beyond.length > 0) this.#cursor = beyond[0];
  }

  /** @param {string} cell @returns {[number, number]} */
  #at(cell) {
    return this.#view?.centre(cell) ?? [0, 0];
  }

  /** @param {string} cell */
  #cellWords(cell) {
    return this.#kind.cellWords(cell) + ", " + this.#kind.describeCell(this.#state, cell);
  }

  /** @param {string} words */
  #say(words) {
    this.#live.textContent = words;
  }
}

/**
 * A new board.
 * @param {string} game
 * @param {{small?: boolean}} [how] `small`: for a thumbnail, without names of rows and columns
 * @returns {AgonBoard}
 */
export function createBoard(game, { small = false } = {}) {
  if (customElements.get("agon-board") === undefined) customElements.define("agon-board", AgonBoard);
  const board = /** @type {AgonBoard} */ (document.createElement("agon-board"));
  board.setUp(game, small);
  return board;
}

/**
 * A position in words, for who cannot see the board.
 * @param {string} game
 * @param {string} position
 * @param {boolean} [brief] without the place of every piece
 */
export function describePosition(game, position, brief = false) {
  const kind = BOARD_KINDS[game];
  const state = kind?.read(position) ?? null;
  return state === null ? "A position that cannot be read." : kind.describe(state, brief);
}

/**
 * What each seat has on the board: stones in Reversi; stacks of A, B and C left in Game of Stones;
 * nothing in Santorini.
 * @param {string} game
 * @param {string} position
 * @returns {{label: string, count: number, of: number}[][]}
 */
export function sideCounts(game, position) {
  const kind = BOARD_KINDS[game];
  const state = kind?.read(position) ?? null;
  return state === null ? [[], []] : kind.counts(state);
}
