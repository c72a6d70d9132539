// The board of Reversi: felt, and stones that turn over one after the other along the lines on which
// they were caught.

import { s } from "../dom.js";
import { BoardGrid, GRID_CELL } from "./grid.js";
import { MOTION_MS } from "./motion.js";
import { boardTranslate } from "./view.js";
import { reversiCell } from "./reversi_text.js";

/** @typedef {import("./view.js").BoardView} BoardView */

const REVERSI_RADIUS = 25;
const REVERSI_WAVE_MS = 80; // between the first stone that turns and the last one

/**
 * One side of a stone: a disc and the light on it.
 * @param {number} seat
 */
function reversiFace(seat) {
  return s("g", { class: "board-face board-face-" + seat },
    s("circle", { class: "board-face-edge", r: REVERSI_RADIUS }),
    s("circle", { class: "board-face-top", cy: -1.6, r: REVERSI_RADIUS - 2.6 }));
}

/** @implements {BoardView} */
export class ReversiView {
  /** @type {({node: any, body: any, faces: any[], seat: number | null} | null)[]} */
  #stones = [];

  /**
   * @param {import("./reversi_text.js").ReversiState} state
   * @param {{small: boolean, flipped: boolean}} how
   */
  constructor(state, how) {
    this.grid = new BoardGrid(state.size, how, reversiCell,
      (cell) => [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1]);
    this.key = "reversi " + state.size;
    this.box = this.grid.box;
    this.cells = this.grid.cells;
    this.reach = REVERSI_RADIUS + 2;
    this.small = how.small;
    this.under = s("g");
    this.over = s("g");
    this.pieces = s("g");
    this.root = s("g", { class: "board-reversi" + (how.small ? " board-small" : "") },
      this.#drawGround(), this.under, this.pieces, this.over);
  }

  #drawGround() {
    const side = this.grid.size * GRID_CELL;
    const ground = s("g", {},
      this.grid.drawFrame((x) => reversiCell(x, 0)[0], (y) => String(y + 1)),
      s("rect", { class: "board-felt", width: side, height: side, rx: 2 }), this.grid.drawLines());
    if (this.grid.size === 8 && !this.small) {
      for (const [x, y] of [[2, 2], [2, 6], [6, 2], [6, 6]])
        ground.append(s("circle", { class: "board-star", cx: x * GRID_CELL, cy: y * GRID_CELL, r: 3.6 }));
    }
    return ground;
  }

  /** @param {string} cell @returns {[number, number]} */
  centre(cell) {
    return this.grid.centre(cell);
  }

  /** @param {string} cell @returns {[number, number]} */
  spot(cell) {
    return this.grid.centre(cell);
  }

  /** @param {number} x @param {number} y */
  cellAt(x, y) {
    return this.grid.cellAt(x, y);
  }

  /** @param {number} i */
  #makeStone(i) {
    const faces = [reversiFace(0), reversiFace(1)];
    const body = s("g", { class: "board-piece" },
      this.small ? null : s("ellipse", { class: "board-shadow", cy: 3.2, rx: REVERSI_RADIUS, ry: REVERSI_RADIUS - .4 }), faces);
    const node = s("g", { transform: boardTranslate(this.centre(this.cells[i])), "data-cell": this.cells[i] }, body);
    this.pieces.append(node);
    const stone = { node, body, faces, seat: -1 };
    this.#stones[i] = stone;
    return stone;
  }

  /** @param {import("./reversi_text.js").ReversiState} state */
  paint(state) {
    for (const [i, seat] of state.stones.entries()) {
      if (seat === null && !this.#stones[i]) continue;
      const stone = this.#stones[i] ?? this.#makeStone(i);
      if (stone.seat === seat) continue;
      stone.seat = seat;
      stone.body.setAttribute("opacity", seat === null ? 0 : 1);
      if (seat === null) {
        stone.node.removeAttribute("data-seat");
        continue;
      }
      stone.node.setAttribute("data-seat", seat);
      stone.faces.forEach((face, side) => face.setAttribute("opacity", side === seat ? 1 : 0));
    }
  }

  /**
   * @param {import("./view.js").BoardChange} change
   * @param {import("./motion.js").BoardMotion} motion
   */
  move({ from, to, path }, motion) {
    const size = this.grid.size;
    const [px, py] = path.length === 0 ? [0, 0] : this.grid.find(path[0]);
    const turned = [];
    for (const [i, seat] of to.stones.entries()) {
      const stone = this.#stones[i];
      const old = from.stones[i];
      if (seat === old || !stone) continue;
      const dx = i % size - px;
      const dy = Math.floor(i / size) - py;
      if (seat !== null && old !== null) turned.push({ stone, seat, dx, dy, far: Math.max(Math.abs(dx), Math.abs(dy)) });
      else if (old === null) motion.play(stone.body, [{ opacity: .6, transform: "scale(1.2)" }, { opacity: 1, transform: "scale(1)" }]);
      else motion.play(stone.body, [{ opacity: 1 }, { opacity: 0 }]);
    }
    const last = Math.max(1, ...turned.map((t) => t.far - 1));
    for (const { stone, seat, dx, dy, far } of turned)
      this.#turn(stone, seat, Math.atan2(dy, dx), (far - 1) * Math.min(40, REVERSI_WAVE_MS / last), motion);
  }

  /**
   * Turns a stone over, away from the one that was placed.
   * @param {{faces: any[]}} stone
   * @param {number} seat
   * @param {number} angle
   * @param {number} delay
   * @param {import("./motion.js").BoardMotion} motion
   */
  #turn(stone, seat, angle, delay, motion) {
    const at = (/** @type {number} */ scale) =>
      `rotate(${angle.toFixed(3)}rad) scaleX(${scale}) rotate(${(-angle).toFixed(3)}rad)`;
    const timing = { duration: MOTION_MS - 20, delay, easing: "linear" };
    motion.play(stone.faces[1 - seat], [
      { opacity: 1, transform: at(1), offset: 0, easing: "ease-in" }, { opacity: 1, transform: at(.02), offset: .5 },
      { opacity: 0, transform: at(.02), offset: .501 }, { opacity: 0, transform: at(.02), offset: 1 }], timing);
    motion.play(stone.faces[seat], [
      { opacity: 0, transform: at(.02), offset: 0 }, { opacity: 0, transform: at(.02), offset: .499 },
      { opacity: 1, transform: at(.02), offset: .5, easing: "ease-out" }, { opacity: 1, transform: at(1), offset: 1 }], timing);
  }

  /** @param {string[]} path */
  drawLast(path) {
    return path.map((cell) => {
      const [cx, cy] = this.centre(cell);
      return s("circle", { class: "board-last-dot", cx, cy, r: this.small ? 8 : 5.5 });
    });
  }
}
