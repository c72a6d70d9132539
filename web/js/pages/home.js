// The first page: what is on now. Games as small boards that move, contests and how far they are, and
// the last verdicts.

import { createBoard } from "../boards/board.js";
import { h, replace } from "../dom.js";
import { openFeed } from "../feed.js";
import { clockText, countText, ratingText } from "../format.js";
import { showLost, showPage } from "../frame.js";
import { contestLink, gameLink, place, rulesLink } from "../links.js";
import { countdown, faultWords, gameTitle, isFault, pageSection, playerAnchor, progressBar, progressText, reasonText, stateBadge } from "../pieces.js";
import { seatMark } from "../seat.js";

const CLOCK_STEP_MS = 100;

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
function liveKey(game) {
  return game.number + " " + game.contest;
}

/** @param {LiveGame} game */
function liveTimes(game) {
  return JSON.stringify([game.moves, game.turn, game.clocks]);
}

/**
 * One game as a small board with its names and clocks.
 * @param {LiveGame} game
 * @param {string} contestName
 * @returns {LiveCard}
 */
function liveCard(game, contestName) {
  const board = createBoard(game.game, { small: true });
  const clocks = [0, 1].map((seat) => h("span", { class: "live-clock", title: (game.clocks?.[seat]?.left_us ?? null) === null ? "time used" : "time left" }));
  const seats = game.players.map((name, seat) => h("span", { class: "live-seat" }, seatMark(seat),
    h("bdi", { class: "name", title: name }, name), clocks[seat], h("span", { class: "hidden-visually live-turn" })));
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
      h("bdi", { class: "name" }, contestName), h("span", { class: "muted" }, " · " + game.number),
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
function liveBoards() {
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
      if (now.length !== cards.length || now.some((card, i) => card !== cards[i])) homeArrange(list, now.map((card) => card.element));
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

/**
 * Puts these elements into a list, and touches only those that are not in their place already.
 * @param {Element} list
 * @param {Element[]} wanted
 */
function homeArrange(list, wanted) {
  const keep = new Set(wanted);
  for (const old of [...list.children]) if (!keep.has(old)) old.remove();
  for (const [i, element] of wanted.entries()) if (list.children[i] !== element) list.insertBefore(element, list.children[i] ?? null);
}

/**
 * @param {any} contest of home/1
 * @returns {{element: HTMLElement, show: (contest: any) => void}}
 */
function homeContest(contest) {
  const state = h("span", { class: "home-state" });
  const words = h("p", { class: "home-words muted small" });
  const why = h("p", { class: "home-contest-why small" });
  const bar = progressBar("Games of " + contest.name);
  const leaders = h("ol", { class: "plain-list home-leaders", "aria-label": "Leaders" });
  const faults = h("a", { class: "bad home-faults", href: contestLink(contest.slug) + (place.frozen ? "" : "#faults") });
  let drawnState = "";
  let drawnLeaders = "";
  return {
    element: h("li", { class: "home-contest card" },
      h("div", { class: "home-contest-head" },
        h("h3", {}, h("a", { href: contestLink(contest.slug) }, h("bdi", { class: "name" }, contest.name))), state),
      h("p", { class: "muted small home-what" }, gameTitle(contest.game) + [contest.variant, contest.format].filter(Boolean).map((word) => " · " + word).join(""), faults),
      bar.element, words, why, leaders),
    show(now) {
      if (drawnState !== now.state) replace(state, now.state === "scheduled" && now.starts ? countdown(now.starts) : stateBadge(now.state));
      drawnState = now.state;
      words.textContent = now.state === "scheduled" ? (now.games_in_all ? countText(now.games_in_all, "game") + " to be played" : "") : progressText({ ...now, faults: 0 });
      why.hidden = !now.words;
      why.textContent = now.words ?? "";
      faults.hidden = !now.faults;
      faults.textContent = countText(now.faults ?? 0, "fault");
      bar.show(now);
      const text = JSON.stringify(now.leaders);
      if (text === drawnLeaders) return;
      drawnLeaders = text;
      replace(leaders, (now.leaders ?? []).map((/** @type {any} */ one) => h("li", {}, playerAnchor(now.slug, one.player), h("span", { class: "muted" }, ratingText(one.rating, one.error)))));
    },
  };
}

/** How much a contest asks to be looked at. */
const HOME_ORDER = ["running", "waiting", "scheduled", "stopped", "over"];

function homeContests() {
  const list = h("ul", { class: "plain-list home-contests" });
  /** @type {Map<string, ReturnType<typeof homeContest>>} */
  const drawn = new Map();
  return {
    element: list,
    /** @param {any[]} contests */
    show(contests) {
      const sorted = contests.slice().sort((a, b) => HOME_ORDER.indexOf(a.state) - HOME_ORDER.indexOf(b.state));
      for (const contest of sorted) {
        if (!drawn.has(contest.slug)) drawn.set(contest.slug, homeContest(contest));
        drawn.get(contest.slug)?.show(contest);
      }
      homeArrange(list, sorted.flatMap((contest) => drawn.get(contest.slug)?.element ?? []));
    },
  };
}

/** @param {any} verdict of home/1 */
function homeVerdict(verdict) {
  const names = [verdict.first, verdict.second];
  const name = (/** @type {number} */ seat) => h("span", { class: "home-name", title: names[seat] }, seatMark(seat), h("bdi", { class: "name" }, names[seat]));
  const fault = isFault(verdict.verdict) && verdict.blame !== null;
  const winner = verdict.winner;
  const sentence = fault ? [name(verdict.blame), " " + faultWords(verdict.verdict)] :
    winner === null ? [name(0), verdict.verdict === "VOID" ? " and " : " drew with ", name(1), verdict.verdict === "VOID" ? ": void" : ""] :
      [name(winner), " beat ", name(1 - winner)];
  return h("li", { class: "home-verdict" + (fault ? " home-fault" : "") },
    h("a", { class: "home-verdict-link", href: gameLink(verdict.contest, verdict.number, fault ? { me: names[verdict.blame] } : {}) },
      h("span", { class: "home-sentence" }, sentence)),
    h("span", { class: "home-why muted small" }, fault ? [h("code", { class: "verdict-code" }, verdict.verdict), verdict.rule ? " " + verdict.rule + ": " : " "] : null,
      h("bdi", { class: "name" }, reasonText(verdict)), h("span", {}, (verdict.explanation ? " · " : "") + "game\u00a0" + verdict.number + ", " + countText(verdict.moves, "move").replace(" ", "\u00a0"))));
}

/** A position in the middle of each game. @type {[string, string, string][]} */
const HOME_GAMES = [
  ["reversi", "8x8", "------------------OX-------OX------OX------OX------------------- X"],
  ["santorini", "5x5", "01210/12321/02403/01210/00000 11,33 13,31 1"],
  ["stones", "standard", "[[5,5,5,5,-5,0,0,0,0],[-5,6,6,6,-6,-5,0,0,0],[-5,-6,7,7,-7,-6,-5,0,0],[-5,-6,-7,5,-5,-7,-6,-5,0],[-5,-6,-7,-5,0,5,7,6,5],[0,5,6,7,5,-5,7,6,5],[0,0,5,6,7,-7,-7,6,5],[0,0,0,5,6,-6,-6,-6,5],[0,0,0,0,5,-5,-5,-5,-5]] w first"],
];

/** The games that can be played, for those who have nothing to watch yet. */
function homeGames() {
  return h("ul", { class: "plain-list home-games" }, HOME_GAMES.map(([game, variant, position]) => {
    const board = createBoard(game, { small: true });
    board.show({ position, variant, last: null, before: null, legal: null, turn: null, refused: null }, { animate: false });
    return h("li", { class: "live card" }, board, h("a", { class: "live-link", href: rulesLink(game) }, gameTitle(game), h("span", { class: "muted" }, " · rules")));
  }));
}

/** What to do where there is nothing yet. */
function homeEmpty() {
  return [
    h("p", {}, "No contest is here yet. Start one in a terminal, and its games appear on this page:"),
    h("pre", { class: "card" }, "agon contest init spring.yaml\nagon serve spring.yaml"),
    h("p", { class: "muted" }, "Or watch two players at once, without a contest:"),
    h("pre", { class: "card" }, 'agon play reversi @3 "python3 mybot.py" --web 127.0.0.1:8080'),
    homeGames(),
  ];
}

/** @param {any} data home/1 */
export function showHome(data) {
  const boards = liveBoards();
  const contests = homeContests();
  const verdicts = h("ol", { class: "plain-list home-verdicts" });
  const quiet = h("p", { class: "muted home-quiet" }, "No game is being played right now.");
  const empty = h("div", { class: "home-empty" });
  const parts = {
    live: pageSection("live", "On now", quiet, boards.element),
    contests: pageSection("contests", "Contests", contests.element),
    verdicts: pageSection("verdicts", "Last verdicts", verdicts),
  };
  const title = h("h1", { class: "hidden-visually" }, "What is on now");
  const columns = h("div", { class: "home" }, parts.live, parts.contests, parts.verdicts);
  const status = showPage({ title: "What is on now", current: "home" }, title, empty, columns);
  /** @type {Map<string, HTMLElement>} */
  let told = new Map();

  /** @param {any[]} list */
  function tell(list) {
    told = new Map(list.map((one) => [liveKey(one), told.get(liveKey(one)) ?? homeVerdict(one)]));
    homeArrange(verdicts, [...told.values()]);
  }

  /** @param {any} home */
  function show(home) {
    const nothing = home.contests.length === 0 && home.live.length === 0;
    empty.hidden = !nothing;
    if (nothing && empty.children.length === 0) empty.append(...homeEmpty());
    columns.hidden = nothing;
    title.classList.toggle("hidden-visually", !nothing);
    title.textContent = nothing ? "Nothing is on yet" : "What is on now";
    quiet.hidden = home.live.length > 0;
    boards.show(home.live, new Map(home.contests.map((/** @type {any} */ one) => [one.slug, one.name])));
    contests.show(home.contests);
    parts.contests.hidden = home.contests.length === 0;
    parts.verdicts.hidden = home.verdicts.length === 0;
    tell(home.verdicts);
  }

  show(data);
  if (place.frozen) return;
  let connected = true;
  setInterval(() => { if (connected && !document.hidden) boards.tick(performance.now()); }, CLOCK_STEP_MS);
  openFeed({
    watch: () => ({ watch: "home" }),
    lost: (since) => { connected = since === null; showLost(status, since); },
    hear: (message) => {
      if (message.home) show(message.home);
      if (message.boards) boards.move(message.boards);
    },
  });
}
