// The list of games: a page of it, of one player or of one verdict.

import { h } from "../dom.js";
import { countText, duration, numberText } from "../format.js";
import { showPage } from "../frame.js";
import { contestLink, gameLink, gamesLink, place } from "../links.js";
import { FAULT_MEANINGS, faultWords, isFault, playerAnchor, reasonText } from "../pieces.js";
import { seatMark } from "../seat.js";
import { createTable } from "../table.js";

const GAMES_A_PAGE = 100;

/**
 * @typedef {object} ListedGame
 * @property {number} number
 * @property {number | null} [round]
 * @property {string} first
 * @property {string} second
 * @property {number | null} winner
 * @property {string} verdict
 * @property {number | null} blame
 * @property {string} rule
 * @property {string} explanation
 * @property {number} moves
 * @property {number} [seconds]
 */

/** @typedef {{player: string, verdict: string, from: number}} GamesFilter */

/** @returns {GamesFilter} */
function gamesFilter() {
  const query = new URLSearchParams(location.search);
  return { player: query.get("player") ?? "", verdict: query.get("verdict") ?? "", from: Number(query.get("from") ?? 0) };
}

/**
 * @param {string} slug
 * @param {GamesFilter} filter
 * @returns {string}
 */
function gamesAddress(slug, filter) {
  const query = new URLSearchParams();
  if (filter.player !== "") query.set("player", filter.player);
  if (filter.verdict !== "") query.set("verdict", filter.verdict);
  if (filter.from > 0) query.set("from", String(filter.from));
  const text = query.toString();
  return gamesLink(slug) + (text === "" ? "" : "?" + text);
}

/**
 * @param {string} slug
 * @param {ListedGame} game
 * @param {number} seat
 */
function gamesSeat(slug, game, seat) {
  const name = seat === 0 ? game.first : game.second;
  return h("span", { class: "listed-seat" + (game.winner === seat ? " listed-won" : "") }, seatMark(seat), playerAnchor(slug, name),
    game.winner === seat ? h("span", { class: "hidden-visually" }, " won") : null);
}

/** @param {ListedGame} game */
function gamesEnd(game) {
  if (!isFault(game.verdict)) return h("span", { class: "muted" }, game.verdict === "VOID" ? "void: " + reasonText(game) : reasonText(game) || (game.winner === null ? "drawn" : "won"));
  return h("span", { class: "listed-fault" }, h("code", { class: "verdict-code" }, game.verdict), " ", reasonText(game) || faultWords(game.verdict));
}

/**
 * @param {string} slug
 * @param {string} caption
 */
function gamesTable(slug, caption) {
  return createTable({
    caption, style: "listed", keyOf: (/** @type {ListedGame} */ game) => String(game.number),
    rowStyle: (game) => (isFault(game.verdict) ? "listed-bad" : ""),
    columns: [
      { key: "number", title: "Game", head: true, style: "listed-number", value: (game) => game.number,
        cell: (game) => h("a", { href: gameLink(slug, game.number), "aria-label": "Game " + game.number }, game.number) },
      { key: "first", title: "First", style: "listed-name", value: (game) => game.first.toLowerCase(), cell: (game) => gamesSeat(slug, game, 0) },
      { key: "result", title: "Result", style: "listed-result", cell: (game) => (game.winner === null ? (game.verdict === "VOID" ? "–" : "½ : ½") : game.winner === 0 ? "1 : 0" : "0 : 1") },
      { key: "second", title: "Second", style: "listed-name", value: (game) => game.second.toLowerCase(), cell: (game) => gamesSeat(slug, game, 1) },
      { key: "end", title: "How it ended", style: "listed-end", value: (game) => game.verdict, cell: gamesEnd },
      { key: "moves", title: "Moves", number: true, value: (game) => game.moves, descends: true, cell: (game) => game.moves },
      { key: "seconds", title: "Time", number: true, style: "listed-time", value: (game) => game.seconds ?? null, descends: true,
        cell: (game) => (game.seconds === undefined || game.seconds === null ? "" : duration(game.seconds * 1e6)) },
    ],
  });
}

/**
 * @param {string} slug
 * @param {GamesFilter} filter
 * @param {ListedGame[]} games
 * @param {(filter: GamesFilter) => void} narrow used where there is no server to ask
 */
function gamesForm(slug, filter, games, narrow) {
  const names = [...new Set(games.flatMap((game) => [game.first, game.second]))].sort((a, b) => a.localeCompare(b));
  const player = h("input", { name: "player", value: filter.player, list: "games-names", autocomplete: "off", placeholder: "everybody" });
  const verdict = h("select", { name: "verdict" }, h("option", { value: "" }, "every verdict"),
    ["WON", "DRAW", ...Object.keys(FAULT_MEANINGS), "VOID"].map((code) =>
      h("option", { value: code, selected: filter.verdict === code }, code + (isFault(code) ? ": " + faultWords(code) : ""))));
  return h("form", { class: "games-form controls", method: "get", action: gamesLink(slug), onsubmit: (/** @type {Event} */ event) => {
    if (!place.frozen) return;
    event.preventDefault();
    narrow({ player: player.value, verdict: verdict.value, from: 0 });
  } },
  h("label", {}, h("span", {}, "Player"), player), h("datalist", { id: "games-names" }, names.map((name) => h("option", { value: name }))),
  h("label", {}, h("span", {}, "Verdict"), verdict), h("button", { type: "submit" }, "Show"),
  filter.player !== "" || filter.verdict !== "" ? h("a", { class: "button", href: gamesLink(slug) }, "All games") : null);
}

/**
 * @param {string} slug
 * @param {GamesFilter} filter
 * @param {any} data
 */
function gamesPages(slug, filter, data) {
  const before = Math.max(0, data.from - GAMES_A_PAGE);
  return h("nav", { class: "games-pages controls", "aria-label": "Pages of the list" },
    data.from > 0 ? h("a", { class: "button", rel: "prev", href: gamesAddress(slug, { ...filter, from: before }) }, "← Earlier") : null,
    data.more ? h("a", { class: "button", rel: "next", href: gamesAddress(slug, { ...filter, from: data.from + data.games.length }) }, "Later →") : null);
}

/** @param {any} data */
function gamesWords(data) {
  if (data.games.length === 0) return "";
  const all = data.of ?? data.games.length;
  if (data.games.length >= all) return countText(all, "game");
  return numberText(data.from + 1) + " to " + numberText(data.from + data.games.length) + " of " + countText(all, "game");
}

/** @param {any} data games/1 */
export function showGames(data) {
  const { slug, name } = data.contest;
  const filter = gamesFilter();
  const table = gamesTable(slug, "Games of " + name);
  const empty = h("p", { class: "empty card" });
  const words = h("p", { class: "muted" });
  /** @param {ListedGame[]} games @param {GamesFilter} by */
  const fill = (games, by) => {
    table.show(games);
    table.element.hidden = games.length === 0;
    empty.hidden = games.length > 0;
    empty.textContent = by.player !== "" || by.verdict !== "" ? "No game is like that." : "No game has been played yet.";
    words.textContent = gamesWords({ ...data, games, of: place.frozen ? games.length : data.of });
  };
  const form = gamesForm(slug, filter, data.games, (by) => fill(data.games.filter((/** @type {ListedGame} */ game) =>
    (by.player === "" || game.first === by.player || game.second === by.player) && (by.verdict === "" || game.verdict === by.verdict)), by));
  showPage({ title: "Games of " + name, trail: [{ text: name, link: contestLink(slug) }] },
    h("h1", {}, "Games of ", h("bdi", { class: "name" }, name)), form, words, empty, table.element, gamesPages(slug, filter, data));
  fill(data.games, filter);
}
