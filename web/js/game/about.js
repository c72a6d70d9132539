// Under which conditions a game was played.

import { h } from "../dom.js";
import { duration, timeText } from "../format.js";
import { seatName } from "../seat.js";

/** @typedef {import("./replay.js").Replay} Replay */

/** "10.0 s to start, 5.0 s for the first answer, 3.0 s for each other"
 * @param {any} budget
 */
function budgetWords(budget) {
  const ms = (/** @type {number} */ n) => duration(1000 * n);
  const parts = [];
  if (budget.start_ms) parts.push(ms(budget.start_ms) + " to start");
  if (budget.first_ms) parts.push(ms(budget.first_ms) + " for the first answer");
  if (budget.request_ms) parts.push(ms(budget.request_ms) + " for each " + (budget.first_ms ? "other" : "answer"));
  if (budget.game_ms) parts.push(ms(budget.game_ms) + " for the game" +
    (budget.increment_ms ? " and " + ms(budget.increment_ms) + " for each move" : ""));
  return parts.join(", ") || "no limit";
}

/**
 * @param {Replay} replay
 * @param {number} seat
 */
function playerRows(replay, seat) {
  const player = replay.data.players[seat];
  const pondered = replay.pondered[seat];
  const sandbox = player.sandbox;
  return [
    player.player ? h("code", {}, player.player) : null,
    h("span", {}, player.wire ? "speaks " + player.wire : "plays without messages"),
    sandbox ? h("span", {}, "sandbox " + sandbox.manner + (sandbox.layers?.length ? ": " + sandbox.layers.join(", ") : "")) : null,
    pondered === null ? null : h("span", {}, "computed " + duration(pondered) + " in the opponent's time"),
  ];
}

/** @param {Replay} replay */
export function aboutGame(replay) {
  const { data } = replay;
  const budgets = [0, 1].map((seat) => budgetWords(replay.budget(seat)));
  /** @type {[any, any][]} */
  const rows = [0, 1].map((seat) => [seatName(seat, data.players[seat].name),
    [...playerRows(replay, seat), budgets[0] === budgets[1] ? null : h("span", {}, budgets[seat])]]);
  if (budgets[0] === budgets[1]) rows.push(["Time", budgets[0]]);
  rows.push(["Clock", data.clock === "wall" ? "wall time" : "time lost to other load on the machine is not charged"]);
  if (data.pondering === "frozen") rows.push(["Pondering", "bots stood still while they were not asked"]);
  if (data.started) rows.push(["Played", timeText(data.started) + (data.host ? ", " + data.host : "")]);
  return h("dl", { class: "game-facts game-about" }, rows.flatMap(([term, words]) => [h("dt", {}, term), h("dd", {}, words)]));
}
