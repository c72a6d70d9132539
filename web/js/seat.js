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
