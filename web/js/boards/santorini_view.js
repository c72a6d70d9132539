// The board of Santorini from above: plinths that shrink and brighten with their height, a dome with
// its ribs, workers with their numbers.

import { s } from "../dom.js";
import { BoardGrid, GRID_CELL } from "./grid.js";
import { boardArrow, boardTranslate } from "./view.js";
import { santoriniHeight } from "./santorini_text.js";

/** @typedef {import("./view.js").BoardView} BoardView */

const SANTORINI_SIDES = [60, 54, 41, 28.5]; // of the top at each height
const SANTORINI_LIFT = 2.5; // how much further up the top of each level is drawn
const SANTORINI_WORKER = 13.5;

/**
 * One level: its top, and its wall below.
 * @param {number} level
 * @param {boolean} small
 */
function santoriniLevel(level, small) {
  const side = SANTORINI_SIDES[level];
  const rx = [0, 5, 4.5, 4][level];
  const lift = small ? 0 : SANTORINI_LIFT;
  const top = { x: -side / 2, y: -side / 2 - lift * level, width: side, height: side, rx };
  return s("g", { class: "board-level board-level-" + level },
    small ? null : s("rect", { class: "board-wall", ...top, height: side + lift }),
    s("rect", { class: "board-top", ...top }));
}

/**
 * A dome with its ribs. On a small board it has two broad ones, so that its shape tells it from the disc
 * of a worker.
 * @param {boolean} small
 */
function santoriniDome(small) {
  const y = small ? 0 : -3 * SANTORINI_LIFT;
  const r = small ? 18 : 13.5;
  const d = r * .7;
  const ribs = `M${-d} ${y - d}L${d} ${y + d}M${d} ${y - d}L${-d} ${y + d}` + (small ? "" : `M${-r} ${y}H${r}M0 ${y - r}V${y + r}`);
  return s("g", { class: "board-dome" }, s("circle", { class: "board-dome-body", cy: y, r }),
    s("path", { class: "board-dome-ribs", d: ribs }), s("circle", { class: "board-dome-tip", cy: y, r: small ? 5 : 3.2 }));
}

/**
 * A worker: disc or diamond, with its number.
 * @param {number} seat
 * @param {number} worker
 * @param {boolean} small
 */
export function santoriniWorker(seat, worker, small) {
  const r = small ? 19 : SANTORINI_WORKER;
  const d = r * 1.3;
  const shape = seat === 0
    ? s("circle", { class: "board-worker-body", r })
    : s("path", { class: "board-worker-body", d: `M0 ${-d}L${d} 0L0 ${d}L${-d} 0Z` });
  return s("g", { class: "board-worker board-worker-" + seat },
    small ? null : s("ellipse", { class: "board-shadow", cy: 4, rx: r + 1.5, ry: r }),
    shape, small ? null : s("text", { class: "board-worker-id" }, worker + 1));
}

/** @implements {BoardView} */
export class SantoriniView {
  /** @type {{node: any, levels: any[], dome: any, number: any, height: number}[]} */
  #towers = [];
  /** @type {any[][]} */
  #workers = [[], []];
  /** @type {import("./santorini_text.js").SantoriniState | null} */
  #state = null;

  /**
   * @param {import("./santorini_text.js").SantoriniState} state
   * @param {{small: boolean, flipped: boolean}} how
   */
  constructor(state, how) {
    this.grid = new BoardGrid(state.size, how, (x, y) => String(x) + y,
      (cell) => (cell.includes(",") ? cell.split(",").map(Number) : [Number(cell[0]), Number(cell[1])]));
    this.key = "santorini " + state.size;
    this.box = this.grid.box;
    this.cells = this.grid.cells;
    this.reach = SANTORINI_WORKER * 1.3 + 3.5;
    this.small = how.small;
    this.under = s("g");
    this.over = s("g");
    this.towers = s("g");
    this.pieces = s("g");
    this.root = s("g", { class: "board-santorini" + (how.small ? " board-small" : "") },
      this.#drawGround(), this.towers, this.under, this.pieces, this.over);
    for (const [seat, workers] of this.#workers.entries()) {
      for (let i = 0; i < 2; i++) {
        workers[i] = s("g", { opacity: 0 }, s("g", { class: "board-piece" }, santoriniWorker(seat, i, how.small)));
        this.pieces.append(workers[i]);
      }
    }
  }

  #drawGround() {
    const side = this.grid.size * GRID_CELL;
    const ground = s("g", {}, this.grid.drawFrame(String, String),
      s("rect", { class: "board-grass", width: side, height: side, rx: 2 }));
    let even = "";
    for (let i = 0; i < this.grid.size ** 2; i++) {
      const x = i % this.grid.size;
      const y = Math.floor(i / this.grid.size);
      if ((x + y) % 2 === 0) even += `M${x * GRID_CELL} ${y * GRID_CELL}h${GRID_CELL}v${GRID_CELL}h${-GRID_CELL}Z`;
    }
    ground.append(s("path", { class: "board-grass-even", d: even }));
    return ground;
  }

  /** @param {string} cell @returns {[number, number]} */
  centre(cell) {
    return this.grid.centre(cell);
  }

  /** @param {string} cell @returns {[number, number]} */
  spot(cell) {
    return this.#state === null || !this.cells.includes(cell) ? this.centre(cell) : this.#top(this.#state, cell);
  }

  /** @param {number} x @param {number} y */
  cellAt(x, y) {
    return this.grid.cellAt(x, y);
  }

  /**
   * The middle of the top of a tower.
   * @param {import("./santorini_text.js").SantoriniState} state
   * @param {string} cell
   * @returns {[number, number]}
   */
  #top(state, cell) {
    const [x, y] = this.centre(cell);
    return [x, y - (this.small ? 0 : SANTORINI_LIFT * Math.min(3, santoriniHeight(state, cell) ?? 0))];
  }

  /** @param {number} i */
  #makeTower(i) {
    const levels = [1, 2, 3].map((level) => santoriniLevel(level, this.small));
    const dome = santoriniDome(this.small);
    const number = this.small ? null : s("text", { class: "board-height", x: 21.2, y: 18.2 });
    const node = s("g", { transform: boardTranslate(this.centre(this.cells[i])), "data-cell": this.cells[i] }, levels, dome, number);
    this.towers.append(node);
    this.#towers[i] = { node, levels, dome, number, height: -1 };
    return this.#towers[i];
  }

  /** @param {import("./santorini_text.js").SantoriniState} state */
  paint(state) {
    this.#state = state;
    for (const [i, height] of state.heights.entries()) {
      if (height === 0 && !this.#towers[i]) continue;
      const tower = this.#towers[i] ?? this.#makeTower(i);
      if (tower.height === height) continue;
      tower.height = height;
      tower.node.setAttribute("data-height", height);
      tower.levels.forEach((level, below) => level.setAttribute("opacity", height > below ? 1 : 0));
      tower.dome.setAttribute("opacity", height === 4 ? 1 : 0);
      if (tower.number) tower.number.textContent = height === 0 ? "" : String(height);
    }
    for (const [seat, cells] of state.workers.entries()) {
      for (const [i, cell] of cells.entries()) {
        const node = this.#workers[seat][i];
        node.setAttribute("opacity", cell === null ? 0 : 1);
        if (cell === null) {
          node.removeAttribute("data-cell");
          continue;
        }
        node.setAttribute("transform", boardTranslate(this.#top(state, cell)));
        node.setAttribute("data-cell", cell);
        node.setAttribute("data-seat", seat);
      }
    }
  }

  /**
   * @param {import("./view.js").BoardChange} change
   * @param {import("./motion.js").BoardMotion} motion
   */
  move({ from, to }, motion) {
    for (const [seat, cells] of to.workers.entries()) {
      for (const [i, cell] of cells.entries()) {
        const old = from.workers[seat][i];
        const body = this.#workers[seat][i].firstChild;
        if (cell === old || cell === null) continue;
        if (old === null) {
          motion.play(body, [{ opacity: 0, transform: "scale(1.4)" }, { opacity: 1, transform: "scale(1)" }]);
          continue;
        }
        const [x, y] = this.#top(from, old);
        const [tx, ty] = this.#top(to, cell);
        motion.play(body, [{ transform: `translate(${x - tx}px, ${y - ty}px)` }, { transform: "translate(0, 0)" }]);
      }
    }
    for (const [i, height] of to.heights.entries()) {
      if (height <= from.heights[i]) continue;
      const tower = this.#towers[i];
      const grown = height === 4 ? tower.dome : tower.levels[height - 1];
      motion.play(grown, [{ opacity: 0, transform: "translateY(-12px)" }, { opacity: 1, transform: "translateY(0)" }], { delay: 60 });
    }
  }

  /**
   * The step as an arrow, the build as a glow around what was built.
   * @param {string[]} path
   * @param {import("./santorini_text.js").SantoriniState} state
   */
  drawLast(path, state) {
    const marks = [];
    const [from, to, build] = path;
    if (to === undefined) return [this.#drawGlow(from, 0, 0)];
    if (build !== undefined) marks.push(this.#drawGlow(build, santoriniHeight(state, build), 1));
    const shape = this.small ? { end: 20, width: 9, head: 20 } : { start: 5, end: SANTORINI_WORKER + 6, width: 5.5, head: 14 };
    const start = this.#top(state, from);
    marks.push(s("path", { class: "board-arrow", d: boardArrow(start, this.#top(state, to), shape) }));
    if (!this.small) marks.push(s("circle", { class: "board-arrow-tail", cx: start[0], cy: start[1], r: 7 }));
    marks.forEach((mark) => (mark.under = true));
    return marks;
  }

  /**
   * @param {string} cell
   * @param {number} height
   * @param {number} grows 1: around the top; 0: around the square
   */
  #drawGlow(cell, height, grows) {
    const [x, y] = this.centre(cell);
    const level = Math.min(3, height) * grows;
    const side = SANTORINI_SIDES[level] + (level === 0 ? -6 : 1);
    const top = y - (this.small ? 0 : SANTORINI_LIFT * level);
    const glow = s("rect", { class: "board-glow", x: x - side / 2, y: top - side / 2, width: side, height: side, rx: 5 });
    return Object.assign(glow, { under: true });
  }
}
