// The two seats, everywhere the same: first is a blue disc, second an orange diamond.

import { h, s } from "./dom.js";

export const SEAT_CLASSES = ["first", "second"];

/**
 * The sign of a seat, as an SVG.
 * @param {number} seat
 */
export function seatMark(seat) {
  return s("svg", { class: "seat-mark " + SEAT_CLASSES[seat], viewBox: "0 0 20 20", "aria-hidden": "true" },
    seat === 0 ? s("circle", { cx: 10, cy: 10, r: 9 }) : s("path", { d: "M10 0L20 10L10 20L0 10Z" }));
}

/**
 * The sign of a seat and a name.
 * @param {number} seat
 * @param {string} name
 */
export function seatName(seat, name) {
  return h("span", { class: "seat-name" }, seatMark(seat), " ", h("bdi", { class: "name" }, name));
}

/** What a seat plays with, where its pieces do not have the colour of the seat. */
const PIECES = { reversi: ["black", "ivory"], stones: ["ivory", "black"] };

/**
 * The piece of a seat and its colour in a word; null in a game whose pieces show the seat themselves.
 * @param {string} game
 * @param {number} seat
 */
export function pieceMark(game, seat) {
  const piece = /** @type {Record<string, string[]>} */ (PIECES)[game]?.[seat];
  return piece === undefined ? null : h("span", { class: "piece-mark piece-" + piece, title: "plays " + piece }, h("span", { class: "piece-word" }, piece));
}
