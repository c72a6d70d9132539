// A square board: where its squares are, and its frame with the names of columns and rows.

import { s } from "../dom.js";

export const GRID_CELL = 60;
const GRID_FRAME = 22;
const GRID_FRAME_SMALL = 6;

export class BoardGrid {
  /**
   * @param {number} size
   * @param {{small: boolean, flipped: boolean}} how
   * @param {(x: number, y: number) => string} name
   * @param {(cell: string) => number[]} find x and y of a name, also of one beyond the board
   */
  constructor(size, how, name, find) {
    this.size = size;
    this.how = how;
    this.name = name;
    this.find = find;
    this.frame = how.small ? GRID_FRAME_SMALL : GRID_FRAME;
    const side = size * GRID_CELL + 2 * this.frame;
    this.box = [-this.frame, -this.frame, side, side];
    this.cells = Array.from({ length: size * size }, (_, i) => name(i % size, Math.floor(i / size)));
  }

  /**
   * The centre of a square.
   * @param {string} cell
   * @returns {[number, number]}
   */
  centre(cell) {
    const [x, y] = this.find(cell);
    const turn = (/** @type {number} */ v) => (this.how.flipped ? this.size - 1 - v : v);
    return [(turn(x) + .5) * GRID_CELL, (turn(y) + .5) * GRID_CELL];
  }

  /**
   * The square at a point, or null beside the board.
   * @param {number} px
   * @param {number} py
   */
  cellAt(px, py) {
    const x = Math.floor(px / GRID_CELL);
    const y = Math.floor(py / GRID_CELL);
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return null;
    return this.how.flipped ? this.name(this.size - 1 - x, this.size - 1 - y) : this.name(x, y);
  }

  /**
   * The frame, with the names of columns above and of rows on the left.
   * @param {(column: number) => string} column
   * @param {(row: number) => string} row
   */
  drawFrame(column, row) {
    const [left, top, width, height] = this.box;
    const group = s("g", {}, s("rect", {
      class: "board-frame", x: left, y: top, width, height, rx: this.how.small ? 5 : 9 }));
    if (this.how.small) return group;
    for (let i = 0; i < this.size; i++) {
      const at = (i + .5) * GRID_CELL;
      const shown = this.how.flipped ? this.size - 1 - i : i;
      group.append(
        s("text", { class: "board-label", x: at, y: -this.frame / 2 }, column(shown)),
        s("text", { class: "board-label", x: -this.frame / 2, y: at }, row(shown)));
    }
    return group;
  }

  /** Thin lines between the squares. */
  drawLines() {
    const side = this.size * GRID_CELL;
    let path = "";
    for (let i = 1; i < this.size; i++) path += `M${i * GRID_CELL} 0V${side}M0 ${i * GRID_CELL}H${side}`;
    return s("path", { class: "board-lines", d: path });
  }
}
