// Choosing a move on a board, cell by cell: a square; a worker, its step and its build; a stack and
// its target. It knows nothing of the screen.

/** @typedef {{move: string, path: string[]}} ChooserMove */

export class BoardChooser {
  /** @type {string[]} the cells chosen so far */
  chosen = [];
  /** @type {ChooserMove[]} */
  #legal = [];
  /** @type {any} */
  #state = null;
  /** @type {import("./kinds.js").BoardKind} */
  #kind;

  /** @param {import("./kinds.js").BoardKind} kind */
  constructor(kind) {
    this.#kind = kind;
  }

  /**
   * Begins anew with a position.
   * @param {any} state
   * @param {string[]} legal
   */
  begin(state, legal) {
    this.#state = state;
    this.chosen = [];
    this.#legal = legal.flatMap((move) => {
      const path = this.#kind.path(move);
      return path === null ? [] : [{ move, path }];
    });
  }

  /**
   * The cells with which a legal move can go on after these.
   * @param {string[]} prefix
   */
  next(prefix) {
    const cells = new Set();
    for (const { path } of this.#legal) {
      if (path.length > prefix.length && prefix.every((cell, i) => path[i] === cell)) cells.add(path[prefix.length]);
    }
    return cells;
  }

  /** Have the legal moves more than one part? */
  isInParts() {
    return this.#legal.some(({ path }) => path.length > 1);
  }

  /** Is a pass legal? */
  canPass() {
    return this.#legal.some(({ path }) => path.length === 0);
  }

  /**
   * Which cell of a refused move was wrong: the first one at which no legal move goes on. A piece of
   * one's own that cannot go anywhere is not wrong, but where it wanted to go.
   * @param {string[]} path
   */
  wrongStep(path) {
    const last = path.length - 1;
    if (this.#legal.length === 0) return last;
    const wrong = path.findIndex((cell, i) => !this.next(path.slice(0, i)).has(cell));
    if (wrong === 0 && last > 0 && this.#kind.owner(this.#state, path[0]) === this.#state.turn) return 1;
    return wrong < 0 ? last : wrong;
  }

  /** Takes the last cell back. */
  back() {
    this.chosen.pop();
  }

  /**
   * A cell was chosen. Returns the whole move when there is one.
   * @param {string} cell
   * @param {boolean} any illegal moves too
   * @returns {string | null}
   */
  choose(cell, any) {
    return any ? this.#chooseAny(cell) : this.#chooseLegal(cell);
  }

  /** @param {string} cell */
  #chooseLegal(cell) {
    if (this.next(this.chosen).has(cell)) this.chosen.push(cell);
    else if (cell === this.chosen.at(-1)) this.chosen.pop();
    else this.chosen = this.next([]).has(cell) ? [cell] : [];
    const found = this.#legal.find(({ path }) => path.length > 0 && path.length === this.chosen.length &&
      path.every((at, i) => at === this.chosen[i]));
    if (found === undefined) return null;
    this.chosen = [];
    return found.move;
  }

  /** @param {string} cell */
  #chooseAny(cell) {
    if (this.chosen.length === 1 && this.chosen[0] === cell) {
      this.chosen = [];
      return null;
    }
    if (this.chosen.length === 0 && this.isInParts() && this.#kind.owner(this.#state, cell) === null) return null;
    this.chosen.push(cell);
    const move = this.#kind.compose(this.#state, this.chosen, this.next(this.chosen).size > 0);
    if (move !== null) this.chosen = [];
    return move;
  }
}
