// The board of Game of Stones: a hexagon of wood with its lines and its hole. A is plain, B has a
// ring, C has a ring and a crown; a stack shows its rims and its height.

import { s } from "../dom.js";
import { boardArrow, boardTranslate } from "./view.js";
import { stonesAt, stonesCell } from "./stones_text.js";

/** @typedef {import("./view.js").BoardView} BoardView */

const STONES_STEP = 56;
const STONES_ROW = STONES_STEP * Math.sqrt(3) / 2;
const STONES_RADIUS = 21.5;
const STONES_RIM = 2.6;
const STONES_RIMS_MOST = 4;
const STONES_EDGE = 62; // from the outermost places to the corner of the board
const STONES_EDGE_SMALL = 36;

/**
 * @param {number} x
 * @param {number} y
 * @returns {[number, number]}
 */
function stonesPoint(x, y) {
  return [(x - 4 - (y - 4) / 2) * STONES_STEP, (y - 4) * STONES_ROW];
}

/**
 * A hexagon around the middle with corners at this distance, as a path. Its corners are rounded.
 * @param {number} radius
 * @param {number} round
 */
function stonesHexagon(radius, round) {
  const corner = (/** @type {number} */ i) =>
    [radius * Math.cos(i * Math.PI / 3), radius * Math.sin(i * Math.PI / 3)];
  let path = "";
  for (let i = 0; i < 6; i++) {
    const [x, y] = corner(i);
    const toward = (/** @type {number} */ j) => {
      const [ox, oy] = corner(j);
      return (x + (ox - x) * round / radius).toFixed(2) + " " + (y + (oy - y) * round / radius).toFixed(2);
    };
    path += (i === 0 ? "M" : "L") + toward(i - 1) + `Q${x.toFixed(2)} ${y.toFixed(2)} ` + toward(i + 1);
  }
  return path + "Z";
}

function stonesLines() {
  let path = "";
  for (let y = 0; y < 9; y++) {
    for (let x = 0; x < 9; x++) {
      if (stonesCell(x, y) === null) continue;
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1]]) {
        if (stonesCell(x + dx, y + dy) === null) continue;
        const [ax, ay] = stonesPoint(x, y);
        const [bx, by] = stonesPoint(x + dx, y + dy);
        path += `M${+ax.toFixed(2)} ${+ay.toFixed(2)}L${+bx.toFixed(2)} ${+by.toFixed(2)}`;
      }
    }
  }
  return path;
}

/**
 * A stack: its rims from below, its top with the sign of its type, its height as a number.
 * @param {import("./stones_text.js").StonesStack} stack
 * @param {boolean} small
 */
function stonesStack(stack, small) {
  const rims = small ? 0 : Math.min(stack.height - 1, STONES_RIMS_MOST);
  const group = s("g", { class: "board-stack board-stack-" + stack.seat });
  if (!small) group.append(s("ellipse", { class: "board-shadow", cy: 3.4, rx: STONES_RADIUS, ry: STONES_RADIUS }));
  for (let i = 0; i < rims; i++)
    group.append(s("circle", { class: "board-stack-rim", cy: -i * STONES_RIM, r: STONES_RADIUS }));
  const top = s("g", { transform: boardTranslate([0, -rims * STONES_RIM]) },
    s("circle", { class: "board-stack-top", r: small ? 24 : STONES_RADIUS }));
  if (small) {
    if (stack.type === "B") top.append(s("circle", { class: "board-stack-ring", r: 13 }));
    if (stack.type === "C") top.append(s("circle", { class: "board-stack-sign", r: 12 }));
  } else {
    const tall = stack.height > 1;
    if (stack.type !== "A") top.append(s("circle", { class: "board-stack-ring", r: STONES_RADIUS - 4.6 }));
    if (stack.type === "C") top.append(s("path", {
      class: "board-stack-sign", transform: tall ? "translate(0 -8.2) scale(.72)" : "scale(1.05)",
      d: "M-9 6.5L-10 -5L-4.6 -.2L0 -7.4L4.6 -.2L10 -5L9 6.5Z" }));
    if (tall) top.append(s("text", { class: "board-stack-height", y: stack.type === "C" ? 6 : .5 }, stack.height));
  }
  group.append(top);
  return group;
}

/** @implements {BoardView} */
export class StonesView {
  /** @type {Map<string, {node: any, body: any, is: string}>} */
  #places = new Map();

  /**
   * @param {import("./stones_text.js").StonesState} _state
   * @param {{small: boolean, flipped: boolean}} how
   */
  constructor(_state, how) {
    this.key = "stones";
    this.small = how.small;
    this.sign = how.flipped ? -1 : 1;
    this.edge = 4 * STONES_STEP + (how.small ? STONES_EDGE_SMALL : STONES_EDGE);
    const height = 2 * this.edge * Math.sqrt(3) / 2;
    this.box = [-this.edge - 1, -height / 2 - 1, 2 * this.edge + 2, height + 2];
    this.reach = STONES_RADIUS + 3;
    this.cells = [];
    for (let y = 0; y < 9; y++) {
      for (let x = 0; x < 9; x++) {
        const cell = stonesCell(x, y);
        if (cell !== null) this.cells.push(cell);
      }
    }
    this.under = s("g");
    this.over = s("g");
    this.pieces = s("g");
    this.ghosts = s("g");
    this.root = s("g", { class: "board-stones" + (how.small ? " board-small" : "") },
      this.#drawGround(), this.under, this.pieces, this.ghosts, this.over);
  }

  #drawGround() {
    const ground = s("g", {},
      s("path", { class: "board-wood", "fill-rule": "evenodd", d: stonesHexagon(this.edge, 26) + stonesHexagon(26, 6) }),
      s("path", { class: "board-hole", d: stonesHexagon(26, 6) }),
      s("path", { class: "board-lines", d: stonesLines() }));
    if (!this.small) ground.append(...this.#drawLabels());
    return ground;
  }

  /** The names of the lines, at their ends, as in docs/rules/stones.md. */
  #drawLabels() {
    const label = (/** @type {string | number} */ text, /** @type {number} */ x, /** @type {number} */ y) => {
      const [px, py] = stonesPoint(x, y);
      return s("text", { class: "board-label", x: px * this.sign, y: py * this.sign }, text);
    };
    const off = .66;
    const labels = [];
    for (let i = 0; i < 9; i++) {
      const top = Math.max(0, i - 4);
      const bottom = Math.min(8, i + 4);
      labels.push(label(String.fromCharCode(65 + i), i, top - off)); // the upper end of a column
      labels.push(label(i + 1, top - off, i)); // the left end of a row
      if (i > 4) labels.push(label(9 - i + 4, i + off, 8 + off)); // the lower ends of diagonals
      if (i < 4) labels.push(label(i + 1, 8 + off, bottom + off));
    }
    labels.push(label(9, 4 + off, 8 + off));
    return labels;
  }

  /** @param {string} cell @returns {[number, number]} */
  centre(cell) {
    const [x, y] = cell.includes(",") ? cell.split(",").map(Number) : Object.values(stonesAt(cell));
    const [px, py] = stonesPoint(x, y);
    return [px * this.sign, py * this.sign];
  }

  /** @param {string} cell @returns {[number, number]} */
  spot(cell) {
    const [x, y] = this.centre(cell);
    const height = Number(this.#places.get(cell)?.is.slice(2) ?? 1);
    return [x, y - (this.small ? 0 : STONES_RIM * Math.max(0, Math.min(height - 1, STONES_RIMS_MOST)))];
  }

  /** @param {number} px @param {number} py */
  cellAt(px, py) {
    const y = Math.round(py * this.sign / STONES_ROW + 4);
    const x = Math.round(px * this.sign / STONES_STEP + 4 + (y - 4) / 2);
    return stonesCell(x, y);
  }

  /** @param {import("./stones_text.js").StonesState} state */
  paint(state) {
    this.ghosts.replaceChildren();
    for (const cell of this.cells) {
      const stack = state.stacks.get(cell);
      const is = stack === undefined ? "" : stack.seat + stack.type + stack.height;
      const place = this.#places.get(cell) ?? this.#makePlace(cell);
      if (place.is === is) continue;
      place.is = is;
      if (stack === undefined) {
        place.body.replaceChildren();
        for (const key of ["data-seat", "data-type", "data-height"]) place.node.removeAttribute(key);
        continue;
      }
      place.body.replaceChildren(stonesStack(stack, this.small));
      place.node.setAttribute("data-seat", stack.seat);
      place.node.setAttribute("data-type", stack.type);
      place.node.setAttribute("data-height", stack.height);
    }
  }

  /** @param {string} cell */
  #makePlace(cell) {
    const body = s("g", { class: "board-piece" });
    const node = s("g", { transform: boardTranslate(this.centre(cell)), "data-cell": cell }, body);
    this.pieces.append(node);
    const place = { node, body, is: "" };
    this.#places.set(cell, place);
    return place;
  }

  /**
   * The stack slides; what it meets goes, or is covered.
   * @param {import("./view.js").BoardChange} change
   * @param {import("./motion.js").BoardMotion} motion
   */
  move({ from, to, path, back }, motion) {
    if (path.length < 2) return;
    const [start, end] = path;
    const moved = (back ? to : from).stacks.get(start);
    const met = (back ? to : from).stacks.get(end);
    if (moved === undefined) return;
    const [a, b] = back ? [end, start] : [start, end];
    const [ax, ay] = this.centre(a);
    const [bx, by] = this.centre(b);
    if (met !== undefined) {
      const ghost = s("g", { class: "board-piece", opacity: 0 }, stonesStack(met, this.small));
      this.ghosts.append(s("g", { transform: boardTranslate(this.centre(end)) }, ghost));
      motion.play(ghost, back ? [{ opacity: 0 }, { opacity: 1 }] : [{ opacity: 1 }, { opacity: met.seat === moved.seat ? 1 : 0 }]);
    }
    const slider = s("g", { class: "board-piece", opacity: 0 }, stonesStack(moved, this.small));
    this.ghosts.append(s("g", { transform: boardTranslate([bx, by]) }, slider));
    motion.play(slider, [{ opacity: 1, transform: `translate(${ax - bx}px, ${ay - by}px)` }, { opacity: 1, transform: "translate(0, 0)" }]);
    for (const cell of [start, end]) {
      const place = this.#places.get(cell);
      if (place) motion.play(place.body, [{ opacity: 0 }, { opacity: 0 }]);
    }
  }

  /** @param {string[]} path */
  drawLast(path) {
    if (path.length < 2) return [];
    const [from, to] = path.map((cell) => this.centre(cell));
    const shape = this.small ? { end: 26, width: 10, head: 18 } : { start: 5, end: STONES_RADIUS + 3, width: 6, head: 14 };
    const marks = [s("path", { class: "board-arrow", d: boardArrow(from, to, shape) }),
      this.small ? null : s("circle", { class: "board-arrow-tail", cx: from[0], cy: from[1], r: 7.5 }),
      s("circle", { class: "board-glow", cx: to[0], cy: to[1], r: this.small ? 27 : STONES_RADIUS + 2.5 })].filter((mark) => mark !== null);
    marks.forEach((mark) => (mark.under = true));
    return marks;
  }
}
