// The first page: what is on now. Games as small boards that move, contests and how far they are, and
// the last verdicts.

import { sampleBoard, SAMPLE_GAMES } from "../boards/samples.js";
import { arrangeList, h, replace } from "../dom.js";
import { openFeed } from "../feed.js";
import { countText, ratingText, timeText } from "../format.js";
import { showLost, showPage, showRest } from "../frame.js";
import { contestLink, gameLink, place, rulesLink } from "../links.js";
import { CLOCK_STEP_MS, liveBoards, liveKey } from "../live.js";
import { countdown, faultWords, gameTitle, isFault, pageSection, playerAnchor, progressBar, progressText, reasonText, stateBadge } from "../pieces.js";
import { seatMark } from "../seat.js";

/**
 * What is known of a contest that is still to come.
 * @param {any} contest of home/1
 */
function scheduledWords(contest) {
  return [contest.players ? countText(contest.players, "player") : "", contest.games_in_all ? countText(contest.games_in_all, "game") + " to be played" : "",
    contest.entries_until ? "entries until " + timeText(contest.entries_until) : ""].filter(Boolean).join(" · ");
}

/**
 * Does the interval of one of the leaders overlap that of the next?
 * @param {{rating: number | null, error: number | null}[]} leaders
 */
function isOrderUnsure(leaders) {
  const rated = leaders.filter((one) => one.rating !== null);
  return rated.some((one, i) => i > 0 && Math.abs(Number(one.rating) - Number(rated[i - 1].rating)) <= Number(one.error) + Number(rated[i - 1].error));
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
  const unsure = h("p", { class: "home-unsure muted small", hidden: true }, "Intervals overlap: the order is not sure.");
  const faults = h("a", { class: "bad home-faults", href: contestLink(contest.slug) + (place.frozen ? "" : "#faults") });
  let drawnState = "";
  let drawnLeaders = "";
  return {
    element: h("li", { class: "home-contest card" },
      h("div", { class: "home-contest-head" },
        h("h3", {}, h("a", { href: contestLink(contest.slug) }, h("bdi", { class: "name" }, contest.name))), state),
      h("p", { class: "muted small home-what" }, gameTitle(contest.game) + [contest.variant, contest.format].filter(Boolean).map((word) => " · " + word).join(""), faults),
      bar.element, words, why, leaders, unsure),
    show(now) {
      if (drawnState !== now.state) replace(state, now.state === "scheduled" && now.starts ? countdown(now.starts) : stateBadge(now.state));
      drawnState = now.state;
      words.textContent = now.state === "scheduled" ? scheduledWords(now) : progressText({ ...now, faults: 0 });
      why.hidden = !now.words;
      why.textContent = now.words ?? "";
      faults.hidden = !now.faults;
      faults.textContent = countText(now.faults ?? 0, "fault");
      bar.show(now);
      const text = JSON.stringify(now.leaders);
      if (text === drawnLeaders) return;
      drawnLeaders = text;
      unsure.hidden = !isOrderUnsure(now.leaders ?? []);
      leaders.classList.toggle("home-unranked", (now.leaders ?? []).every((/** @type {any} */ one) => one.rating === null));
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
      arrangeList(list, sorted.flatMap((contest) => drawn.get(contest.slug)?.element ?? []));
    },
  };
}

/**
 * @param {any} verdict of home/1
 * @param {string | undefined} contest the name of its contest; undefined: there is only one
 */
function homeVerdict(verdict, contest) {
  const names = [verdict.first, verdict.second];
  const name = (/** @type {number} */ seat) => h("span", { class: "home-name", title: names[seat] }, seatMark(seat), h("bdi", { class: "name" }, names[seat]));
  const fault = isFault(verdict.verdict) && verdict.blame !== null;
  const winner = verdict.winner;
  const sentence = fault ? [name(verdict.blame), " " + faultWords(verdict.verdict)] :
    winner === null ? [name(0), verdict.verdict === "VOID" ? " and " : " drew with ", name(1), verdict.verdict === "VOID" ? ": void" : ""] :
      [name(winner), " beat ", name(1 - winner)];
  return h("li", { class: "home-verdict" + (fault ? " home-fault" : "") },
    h("a", { class: "home-verdict-link", href: gameLink(verdict.contest, verdict.number, fault ? { me: names[verdict.blame], move: verdict.moves } : {}) },
      h("span", { class: "home-sentence" }, sentence)),
    h("span", { class: "home-why muted small" }, fault ? [h("code", { class: "verdict-code" }, verdict.verdict), verdict.rule ? " " + verdict.rule + ": " : " "] : null,
      h("bdi", { class: "name" }, reasonText(verdict)), verdict.explanation ? " · " : "", contest === undefined ? null : [h("bdi", { class: "name home-verdict-contest" }, contest), ", "],
      h("span", {}, "game\u00a0" + verdict.number + ", " + countText(verdict.moves, "move").replace(" ", "\u00a0"))));
}

/** The games that can be played, for those who have nothing to watch yet. */
function homeGames() {
  return h("ul", { class: "plain-list home-games" }, SAMPLE_GAMES.map((game) =>
    h("li", { class: "live card" }, sampleBoard(game), h("a", { class: "live-link", href: rulesLink(game) }, gameTitle(game), h("span", { class: "muted" }, " · rules")))));
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
  const none = h("p", { class: "muted" }, "No game has ended yet since the server was started.");
  const empty = h("div", { class: "home-empty" });
  const parts = {
    live: pageSection("live", "On now", quiet, boards.element),
    contests: pageSection("contests", "Contests", contests.element),
    verdicts: pageSection("verdicts", "Last verdicts", none, verdicts),
  };
  const title = h("h1", { class: "hidden-visually" }, "What is on now");
  const columns = h("div", { class: "home" }, parts.live, parts.contests, parts.verdicts);
  const fleet = h("a", { href: "/fleet" }, "Fleet");
  const status = showPage({ title: "What is on now", current: "home", more: fleet }, title, empty, columns);
  /** @type {Map<string, HTMLElement>} */
  let told = new Map();

  /**
   * Where there are several contests, a verdict names its own.
   * @param {any[]} list
   * @param {any[]} all the contests
   */
  function tell(list, all) {
    const names = new Map(all.length < 2 ? [] : all.map((one) => [one.slug, one.name]));
    told = new Map(list.map((one) => {
      const key = liveKey(one) + " " + names.get(one.contest);
      return [key, told.get(key) ?? homeVerdict(one, names.get(one.contest))];
    }));
    arrangeList(verdicts, [...told.values()]);
  }

  /** @param {any} home */
  function showLive(home) {
    const nothing = home.contests.length === 0 && home.live.length === 0;
    empty.hidden = !nothing;
    if (nothing && empty.children.length === 0) empty.append(...homeEmpty());
    columns.hidden = nothing;
    title.classList.toggle("hidden-visually", !nothing);
    title.textContent = nothing ? "Nothing is on yet" : "What is on now";
    quiet.hidden = home.live.length > 0;
    fleet.hidden = !home.fleet;
    boards.show(home.live, new Map(home.contests.map((/** @type {any} */ one) => [one.slug, one.name])));
    parts.contests.hidden = home.contests.length === 0;
    none.hidden = home.verdicts.length > 0;
  }

  /** @param {any} home */
  function show(home) {
    showLive(home);
    contests.show(home.contests);
    tell(home.verdicts, home.contests);
  }

  /** Draws all of it, and goes on as the server tells. */
  function begin() {
    show(data);
    if (!place.frozen) follow();
  }

  function follow() {
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

  showLive(data);
  showRest(begin);
}
