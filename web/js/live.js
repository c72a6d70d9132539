// Games that are being played, as small boards that move, with their names and clocks.

import { createBoard } from "./boards/board.js";
import { arrangeList, h } from "./dom.js";
import { clockText, countText } from "./format.js";
import { gameLink } from "./links.js";
import { pieceMark, seatMark } from "./seat.js";

export const CLOCK_STEP_MS = 100; // how often clocks that run are drawn

/**
 * @typedef {object} LiveGame
 * @property {string} contest its slug
 * @property {number} number
 * @property {string} game
 * @property {string} variant
 * @property {string[]} players
 * @property {string} position
 * @property {string | null} last
 * @property {string | null} before
 * @property {number} moves
 * @property {number | null} turn
 * @property {{charged_us: number, left_us: number | null}[]} clocks
 */

/** @typedef {{key: string, element: HTMLElement, show: (game: LiveGame) => void, tick: (now: number) => void}} LiveCard */

/** @param {{contest: string, number: number}} game */
export function liveKey(game) {
  return game.number + " " + game.contest;
}

/** @param {LiveGame} game */
function liveTimes(game) {
  return JSON.stringify([game.moves, game.turn, game.clocks]);
}

/**
 * One game as a small board with its names and clocks.
 * @param {LiveGame} game
 * @param {string} contestName "" on the page of the contest
 * @returns {LiveCard}
 */
function liveCard(game, contestName) {
  const board = createBoard(game.game, { small: true });
  const clocks = [0, 1].map((seat) => h("span", { class: "live-clock", title: (game.clocks?.[seat]?.left_us ?? null) === null ? "time used" : "time left" }));
  const seats = game.players.map((name, seat) => h("span", { class: "live-seat" }, seatMark(seat),
    h("bdi", { class: "name", title: name }, name), pieceMark(game.game, seat), clocks[seat], h("span", { class: "hidden-visually live-turn" })));
  const moves = h("span", {});
  let shown = game;
  let since = performance.now();

  /** @param {number} now */
  function tick(now) {
    for (const [seat, clock] of clocks.entries()) {
      const time = shown.clocks?.[seat];
      if (!time) continue;
      const thinking = shown.turn === seat ? (now - since) * 1000 : 0;
      const text = time.left_us === null || time.left_us === undefined ? clockText(time.charged_us + thinking) : clockText(time.left_us - thinking);
      if (clock.textContent !== text) clock.textContent = text;
    }
  }

  /** @param {LiveGame} now */
  function show(now) {
    const before = liveTimes(shown);
    shown = { ...shown, ...now };
    // The first page is told again each second: a clock runs on as long as nothing has happened.
    if (liveTimes(shown) !== before) since = performance.now();
    board.show({ position: shown.position, variant: shown.variant, last: shown.last, before: shown.before, legal: null, turn: shown.turn, refused: null });
    moves.textContent = countText(shown.moves, "move");
    for (const [seat, element] of seats.entries()) {
      element.classList.toggle("live-on", shown.turn === seat);
      element.querySelector(".live-turn").textContent = shown.turn === seat ? " to move" : "";
    }
    tick(performance.now());
  }

  const element = h("li", { class: "live card" },
    h("a", { class: "live-link", href: gameLink(game.contest, game.number) },
      contestName === "" ? h("span", {}, "Game " + game.number) :
        [h("bdi", { class: "name" }, contestName), h("span", { class: "muted" }, " · game " + game.number)],
      h("span", { class: "hidden-visually" }, ": watch " + game.players.join(" against "))),
    board, h("div", { class: "live-seats" }, seats), h("span", { class: "live-moves muted small" }, moves));
  show(game);
  return { key: liveKey(game), element, show, tick };
}

/**
 * The boards. A game that begins takes the place of one that has ended, so that the others stay where
 * they are.
 * @returns {{element: HTMLElement, show: (games: LiveGame[], names: Map<string, string>) => void, move: (games: LiveGame[]) => void, tick: (now: number) => void}}
 */
export function liveBoards() {
  /** @type {LiveCard[]} */
  let cards = [];
  const list = h("ul", { class: "plain-list live-grid" });

  return {
    element: list,
    show(games, names) {
      const wanted = new Map(games.map((game) => [liveKey(game), game]));
      /** @type {(LiveCard | null)[]} */
      const slots = cards.map((card) => (wanted.has(card.key) ? card : null));
      for (const game of games) {
        const known = cards.find((card) => card.key === liveKey(game));
        if (known) { known.show(game); continue; }
        const card = liveCard(game, names.get(game.contest) ?? game.contest);
        const free = slots.indexOf(null);
        if (free >= 0) slots[free] = card;
        else slots.push(card);
      }
      const now = slots.filter((card) => card !== null);
      if (now.length !== cards.length || now.some((card, i) => card !== cards[i])) arrangeList(list, now.map((card) => card.element));
      cards = now;
      list.dataset.few = now.length <= 2 ? String(now.length) : now.length <= 6 ? "3" : "many";
    },
    move(games) {
      for (const game of games) cards.find((card) => card.key === liveKey(game))?.show(game);
    },
    tick(now) {
      for (const card of cards) card.tick(now);
    },
  };
}
