// Marks on a board: where one may go, what is chosen, what was refused, where the cursor is.

import { s } from "../dom.js";
import { boardArrow } from "./view.js";

const MARKS_BADGE = 10; // radius of the disc with the cross
const MARKS_CROSS = 4.5; // half the side of the cross

/**
 * A point, not further out than the edge of the picture.
 * @param {import("./view.js").BoardView} view
 * @param {string} cell
 * @returns {[number, number]}
 */
function marksPoint(view, cell) {
  const [x, y] = view.centre(cell);
  const [left, top, width, height] = view.box;
  const inside = (/** @type {number} */ v, /** @type {number} */ from, /** @type {number} */ size) =>
    Math.min(Math.max(v, from + 13), from + size - 13);
  return [inside(x, left, width), inside(y, top, height)];
}

/**
 * A bright ring with a dark edge, to be seen around pieces of either colour.
 * @param {string} name its class
 * @param {number} cx
 * @param {number} cy
 * @param {number} r
 */
function marksRing(name, cx, cy, r) {
  return [s("circle", { class: "board-ring-edge", cx, cy, r }), s("circle", { class: name, cx, cy, r })];
}

/**
 * A dot on a cell; a ring around the piece where one stands.
 * @param {import("./view.js").BoardView} view
 * @param {string} cell
 * @param {{taken: boolean, builds: boolean}} what
 */
export function marksDot(view, cell, { taken, builds }) {
  const [x, y] = view.spot(cell);
  if (builds) return s("rect", { class: "board-dot", x: x - 8, y: y - 8, width: 16, height: 16, rx: 3, "data-dot": cell });
  return taken
    ? s("g", { "data-dot": cell }, marksRing("board-dot-ring", x, y, view.reach))
    : s("circle", { class: "board-dot", cx: x, cy: y, r: 7.5, "data-dot": cell });
}

/**
 * A faint sign at a piece that can move.
 * @param {import("./view.js").BoardView} view
 * @param {string} cell
 */
export function marksMovable(view, cell) {
  const [x, y] = view.spot(cell);
  return s("circle", { class: "board-movable", cx: x, cy: y, r: view.reach, "data-movable": cell });
}

/**
 * A ring around what is chosen.
 * @param {import("./view.js").BoardView} view
 * @param {string} cell
 */
export function marksChosen(view, cell) {
  const [x, y] = view.spot(cell);
  return s("g", { "data-chosen": cell }, marksRing("board-chosen", x, y, view.reach + 1));
}

/**
 * A small red disc with a cross.
 * @param {number} x
 * @param {number} y
 */
function marksCross(x, y) {
  const c = MARKS_CROSS;
  return [s("circle", { class: "board-refused-disc", cx: x, cy: y, r: MARKS_BADGE }),
    s("path", { class: "board-refused-cross", d: `M${x - c} ${y - c}L${x + c} ${y + c}M${x + c} ${y - c}L${x - c} ${y + c}` })];
}

/**
 * The cell that was wrong: a red ring with the cross at its rim, so that what stands there can be read.
 * A place off the board has nothing to read: the cross stands at the edge of the picture.
 * @param {import("./view.js").BoardView} view
 * @param {string} cell
 */
function marksWrong(view, cell) {
  const isOn = view.cells.includes(cell);
  const [x, y] = isOn ? view.spot(cell) : marksPoint(view, cell);
  const rim = view.reach * Math.SQRT1_2;
  return s("g", { class: "board-refused", "data-refused": cell },
    isOn ? [...marksRedRing(view, cell), ...marksCross(x + rim, y - rim)] : marksCross(x, y));
}

/**
 * @param {import("./view.js").BoardView} view
 * @param {string} cell
 */
function marksRedRing(view, cell) {
  const [cx, cy] = view.spot(cell);
  return ["board-refused-edge", "board-refused-ring"].map((name) => s("circle", { class: name, cx, cy, r: view.reach }));
}

/**
 * What was tried and refused: the piece that should have moved, the way in red below the pieces, and the
 * cell that was wrong.
 * @param {import("./view.js").BoardView} view
 * @param {string[]} path
 * @param {number} wrong which cell of the path
 * @returns {{under: any[], over: any[]}}
 */
export function marksRefused(view, path, wrong) {
  const points = path.map((cell) => marksPoint(view, cell));
  const under = [];
  for (let i = 1; i <= wrong; i++) {
    const [from, to] = [points[i - 1], points[i]];
    if (to[0] === from[0] && to[1] === from[1]) continue;
    const end = i < wrong ? 0 : view.cells.includes(path[i]) ? view.reach + 2 : MARKS_BADGE + 2;
    under.push(s("path", { class: "board-refused-arrow", d: boardArrow(from, to, { start: 5, end, width: 7, head: 14 }) }));
  }
  const from = wrong > 0 && view.cells.includes(path[0]) ? [s("g", { class: "board-refused-from" }, marksRedRing(view, path[0]))] : [];
  return { under, over: [...from, marksWrong(view, path[wrong])] };
}

/**
 * The cell on which the keys work.
 * @param {import("./view.js").BoardView} view
 * @param {string} cell
 */
export function marksCursor(view, cell) {
  const [x, y] = view.centre(cell);
  const r = 27;
  return s("rect", { class: "board-cursor", x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 8 });
}
