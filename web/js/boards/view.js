// What the views of the three games have in common, and the shapes that they share.

/**
 * A change from one position to the next, to be shown by motion.
 * @typedef {object} BoardChange
 * @property {any} from the state before
 * @property {any} to the state now
 * @property {string[]} path the cells of the move
 * @property {boolean} back the move is taken back
 */

/**
 * A game's board as SVG. It keeps its elements and changes what has changed.
 * @typedef {object} BoardView
 * @property {number[]} box the viewBox
 * @property {SVGGElement} root
 * @property {SVGGElement} under marks between the board and the pieces
 * @property {SVGGElement} over marks above all
 * @property {string[]} cells
 * @property {number} reach how far a ring around a piece lies from its centre
 * @property {string} key what it was made for: another key needs another view
 * @property {(cell: string) => [number, number]} centre
 * @property {(cell: string) => [number, number]} spot the middle of what is seen there: a piece on a
 *     tower is drawn higher than the middle of its cell
 * @property {(x: number, y: number) => string | null} cellAt
 * @property {(state: any) => void} paint shows a position at once
 * @property {(change: BoardChange, motion: import("./motion.js").BoardMotion) => void} move plays the
 *     way from one position to the next over what is painted
 * @property {(path: string[], state: any) => any[]} drawLast the marks of the last move: each has
 *     `under` set if it lies below the pieces
 */

/**
 * An arrow as one closed shape, from one point to another.
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {{start?: number, end?: number, width?: number, head?: number}} [shape] how far from each
 *     point it stays away, how wide it is, how long its head is
 */
export function boardArrow(from, to, { start = 0, end = 0, width = 6, head = 15 } = {}) {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = length === 0 ? [1, 0] : [dx / length, dy / length];
  const point = (/** @type {number} */ along, /** @type {number} */ aside) =>
    (from[0] + ux * along - uy * aside).toFixed(2) + " " + (from[1] + uy * along + ux * aside).toFixed(2);
  const tip = Math.max(length - end, start + head);
  const neck = tip - head;
  const half = width / 2;
  return `M${point(start, half)}L${point(neck, half)}L${point(neck, head * .62)}L${point(tip, 0)}` +
    `L${point(neck, -head * .62)}L${point(neck, -half)}L${point(start, -half)}Z`;
}

/**
 * Where an element stands.
 * @param {[number, number]} at
 */
export function boardTranslate(at) {
  return `translate(${at[0]} ${at[1]})`;
}
