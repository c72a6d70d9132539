// Marks on a board: where one may go, what is chosen, what was refused, where the cursor is.

import { s } from "../dom.js";
import { boardArrow } from "./view.js";

const MARKS_CROSS = 9;

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
 * What was tried and refused: the way in red, a cross at the cell that was wrong.
 * @param {import("./view.js").BoardView} view
 * @param {string[]} path
 * @param {number} wrong which cell of the path
 */
export function marksRefused(view, path, wrong) {
  const points = path.map((cell) => marksPoint(view, cell));
  const marks = [];
  for (let i = 1; i <= wrong; i++) {
    const to = points[i];
    if (to[0] === points[i - 1][0] && to[1] === points[i - 1][1]) continue;
    marks.push(s("path", { class: "board-refused-arrow", d: boardArrow(points[i - 1], to, { start: 8, end: 19, width: 5, head: 13 }) }));
  }
  const [x, y] = points[wrong];
  const c = MARKS_CROSS;
  const cross = `M${x - c} ${y - c}L${x + c} ${y + c}M${x + c} ${y - c}L${x - c} ${y + c}`;
  marks.push(s("g", { class: "board-refused", "data-refused": path[wrong] },
    s("circle", { class: "board-refused-disc", cx: x, cy: y, r: 17 }),
    s("path", { class: "board-refused-cross", d: cross })));
  return marks;
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
