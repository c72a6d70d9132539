// The page of a contest: where it stands, who met whom, how ratings moved, what went wrong. While the
// contest is played the page goes with it.

import { h, replace } from "../dom.js";
import { openFeed } from "../feed.js";
import { countText } from "../format.js";
import { showLost, showPage } from "../frame.js";
import { contestLink, gameLink, gamesLink, homeLink, place } from "../links.js";
import { CLOCK_STEP_MS, liveBoards } from "../live.js";
import { gameTitle, pageSection, progressBar, progressText, stateBadge } from "../pieces.js";
import { linePlot, plotNumbers } from "../plot.js";
import { bracket } from "../contest/bracket.js";
import { crosstable } from "../contest/crosstable.js";
import { conditionFacts, contestFiles, wholeFacts } from "../contest/facts.js";
import { FAULTS_SHOWN, faultKinds, faultList } from "../contest/faults.js";
import { hasHistory, historyPlot } from "../contest/history.js";
import { createRounds, pairList } from "../contest/rounds.js";
import { createScheduled } from "../contest/scheduled.js";
import { createStandings, gamesOf, rankSpans } from "../contest/standings.js";

/** What the feed does not bring is fetched again, no more often than this, and only while it is seen. */
const FETCH_MS = 10000;
const UPCOMING_SHOWN = 8;
const LIVE_SHOWN = 12;

/** @typedef {{id: string, title: string, element: HTMLElement, show: (report: any) => void}} ContestPart */

/**
 * What report/1 says of the state, also where no arena is running.
 * @param {any} report
 * @returns {import("../pieces.js").Progress}
 */
function contestProgress(report) {
  const progress = report.progress ?? {};
  return {
    state: report.state ?? (report.over ? "over" : "stopped"),
    games: progress.games ?? report.games,
    games_in_all: progress.games_in_all ?? (report.pairs_in_all === undefined ? null : 2 * report.pairs_in_all),
    rate: progress.rate ?? null,
    left_s: progress.left_s ?? null,
    starts: report.starts_at ?? progress.starts ?? null,
    faults: report.standings.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.faults, 0),
  };
}

/**
 * Are these the same? A large part that has not changed is the same object, so that it need not be
 * looked through each second.
 * @param {any[] | null} before
 * @param {any[]} now
 */
function isUnchanged(before, now) {
  return before !== null && now.every((value, i) => value === before[i] || JSON.stringify(value) === JSON.stringify(before[i]));
}

/**
 * Draws something anew, and leaves the reader where she is: the focus stays on the same link, and what
 * was scrolled sideways stays so.
 * @param {HTMLElement} body
 * @param {Node | Node[] | null} content
 */
function redraw(body, content) {
  const focus = body.contains(document.activeElement) ? document.activeElement?.getAttribute("href") ?? null : null;
  const left = body.querySelector(".scroll")?.scrollLeft ?? 0;
  replace(body, content);
  const frame = body.querySelector(".scroll");
  if (frame) frame.scrollLeft = left;
  const link = focus === null ? undefined : [...body.querySelectorAll("a")].find((one) => one.getAttribute("href") === focus);
  link?.focus({ preventScroll: true });
}

/**
 * A part whose body is drawn anew when what it shows has changed. `draw` gives null where there is
 * nothing to show: then the part is not there.
 * @param {string} id
 * @param {string} title
 * @param {(report: any) => any[]} partOf what it depends on
 * @param {(report: any, body: HTMLElement) => Node | Node[] | null} draw `body`: as it was drawn before
 * @returns {ContestPart}
 */
function contestPart(id, title, partOf, draw) {
  const body = h("div", {});
  const element = pageSection(id, title, body);
  /** @type {any[] | null} */
  let drawn = null;
  return { id, title, element, show(report) {
    const now = partOf(report);
    if (isUnchanged(drawn, now)) return;
    drawn = now;
    const content = draw(report, body);
    element.hidden = content === null;
    if (content !== null) redraw(body, content);
  } };
}

/**
 * @param {string} slug
 * @param {any} report
 */
function contestHead(slug, report) {
  const { contest } = report;
  const state = h("span", {});
  const words = h("span", { class: "contest-words" });
  const bar = progressBar("Games played");
  const why = h("p", { class: "contest-why" });
  const live = h("p", { class: "contest-live" });
  let shown = "";
  let playing = "";
  return {
    element: h("header", { class: "contest-head" },
      h("h1", {}, h("bdi", { class: "name" }, contest.name)),
      h("p", { class: "muted contest-what" }, [gameTitle(contest.game), contest.variant, contest.format,
        report.standings.length === 0 ? "" : countText(report.standings.length, "player")].filter(Boolean).join(" · ")),
      h("p", { class: "contest-state" }, state, words), why, bar.element, live),
    /** @param {any} now */
    show(now) {
      const progress = contestProgress(now);
      if (shown !== progress.state) {
        shown = progress.state;
        replace(state, stateBadge(shown));
      }
      words.textContent = shown === "scheduled" ? "" : progressText(progress);
      why.hidden = !now.words;
      why.textContent = now.words ?? "";
      bar.show(progress);
      const games = (now.live ?? []).slice().sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
      live.hidden = games.length === 0;
      if (games.join() === playing) return;
      playing = games.join();
      redraw(live, liveWords(slug, games));
    },
  };
}

/**
 * The games under way, as links.
 * @param {string} slug
 * @param {number[]} games
 */
function liveWords(slug, games) {
  const links = games.slice(0, LIVE_SHOWN).map((number) => h("a", { href: gameLink(slug, number) }, "game " + number));
  return [h("span", {}, "Being played: "), ...links, ...(games.length > LIVE_SHOWN ? [h("span", {}, "and " + (games.length - LIVE_SHOWN) + " more")] : [])];
}

/**
 * The games under way as small boards: those of this contest among the games of the first page.
 * @param {string} slug
 */
function contestBoards(slug) {
  const boards = liveBoards();
  const element = h("section", { class: "contest-boards", "aria-label": "Being played", hidden: true }, boards.element);
  let connected = true;
  return {
    element,
    /** Shows them from now on. Returns a function that ends it. */
    follow() {
      const names = new Map([[slug, ""]]);
      const ticking = setInterval(() => { if (connected && !document.hidden) boards.tick(performance.now()); }, CLOCK_STEP_MS);
      const close = openFeed({
        watch: () => ({ watch: "home" }),
        lost: (since) => { connected = since === null; }, // the page's other feed says so
        hear: (message) => {
          if (message.boards) boards.move(message.boards);
          if (!message.home) return;
          const games = message.home.live.filter((/** @type {any} */ game) => game.contest === slug);
          element.hidden = games.length === 0;
          boards.show(games, names);
        },
      });
      return () => {
        close();
        clearInterval(ticking);
        element.hidden = true;
      };
    },
  };
}

/**
 * @param {string} slug
 * @param {any} report
 * @returns {ContestPart}
 */
function standingsPart(slug, report) {
  const table = createStandings(slug, report.contest.format);
  const note = h("p", { class: "muted small" });
  const empty = h("p", { class: "empty" });
  return {
    id: "standings", title: "Standings",
    element: pageSection("standings", "Standings", empty, table.element, note),
    show(now) {
      empty.textContent = contestProgress(now).state === "running" ? "No game is over yet." : "No game has been played yet.";
      if (now.standings.length > 0) empty.textContent += " The players:";
      table.element.hidden = now.standings.length === 0;
      empty.hidden = now.standings.some((/** @type {any} */ one) => gamesOf(one) > 0);
      const open = [...rankSpans(now.standings).values()].some((span) => span.best !== span.worst);
      note.textContent = !empty.hidden ? "" : ((now.bracket ?? []).length > 0 ? "The rank is how far a player came in the bracket. " : "") + (open ?
        "The small numbers at a rank are the places that the rating allows: its interval overlaps others. " :
        "No two intervals overlap: the order is sure. ") + "± covers 95 % of what the results allow; the mean of all ratings is 1500.";
      table.show(now.standings);
    },
  };
}

/**
 * @param {string} slug
 * @param {any} report
 * @returns {ContestPart}
 */
function ratingsPart(slug, report) {
  let newest = report;
  const partsOf = () => historyPlot(slug, newest.history, { label: "Players, by their ratings", height: 22 });
  /** @type {ReturnType<typeof linePlot> | null} */
  let plot = null;
  const body = h("div", {});
  const element = pageSection("ratings", "Ratings over time", body);
  return { id: "ratings", title: "Ratings over time", element, show(now) {
    newest = now;
    element.hidden = !hasHistory(now.history);
    if (element.hidden) return;
    if (plot) { plot.show(partsOf()); return; }
    plot = linePlot(partsOf());
    const some = now.history.players.length < now.standings.length;
    replace(body, some ? h("p", { class: "muted small" }, "The first " + now.history.players.length + " of " + now.standings.length + " players.") : null,
      plot.element, plotNumbers("Ratings over time", partsOf));
  } };
}

/**
 * @param {string} slug
 * @returns {ContestPart}
 */
function roundsPart(slug) {
  const rounds = createRounds(slug);
  const next = h("div", { class: "upcoming" });
  let drawn = "";
  const element = pageSection("rounds", "Schedule", next, rounds.element);
  return { id: "rounds", title: "Schedule", element, show(report) {
    const upcoming = report.over ? [] : report.upcoming ?? [];
    element.hidden = upcoming.length === 0 && (report.rounds ?? []).length === 0;
    const now = JSON.stringify(upcoming);
    if (now !== drawn) {
      drawn = now;
      const more = upcoming.length - UPCOMING_SHOWN;
      redraw(next, upcoming.length === 0 ? null : [h("h3", {}, "Next"), pairList(slug, upcoming.slice(0, UPCOMING_SHOWN)),
        h("p", { class: "muted small" }, more > 0 ? "and " + countText(more, "more pair") : "")]);
    }
    rounds.show(report.rounds ?? []);
  } };
}

/** @param {any} report */
function contestNames(report) {
  return report.standings.map((/** @type {any} */ one) => one.player);
}

/**
 * How often each kind of fault has happened.
 * @param {any} report
 * @returns {Record<string, number>}
 */
function contestFaults(report) {
  /** @type {Record<string, number>} */
  const kinds = {};
  for (const one of report.standings) {
    for (const [kind, count] of Object.entries(one.faults_by_kind)) kinds[kind] = (kinds[kind] ?? 0) + Number(count);
  }
  return kinds;
}

/**
 * @param {string} slug
 * @param {string} game
 * @param {any} report
 * @param {HTMLElement} body if all faults were shown there, they still are
 */
function drawFaults(slug, game, report, body) {
  const faults = report.faulty_games ?? [];
  const kinds = contestFaults(report);
  if (contestProgress(report).games === 0) return null;
  const count = contestProgress(report).faults ?? 0;
  if (count > 0 && Object.keys(kinds).length === 0) return h("p", {}, h("a", { href: gamesLink(slug) }, countText(count, "fault")), ": the list of games has them.");
  if (count === 0) return h("p", { class: "muted" }, "None. Every game was decided on the board.");
  return [faultKinds(kinds), faultList(slug, game, "", faults, body.querySelectorAll(".fault-item").length > FAULTS_SHOWN)];
}

/**
 * @param {string} slug
 * @param {any} report
 * @returns {ContestPart[]} in the order of the page
 */
function contestParts(slug, report) {
  const { game } = report.contest;
  return [
    standingsPart(slug, report),
    contestPart("bracket", "Bracket", (now) => [now.bracket], (now) => ((now.bracket ?? []).length === 0 ? null : bracket(slug, now.bracket))),
    ratingsPart(slug, report),
    contestPart("crosstable", "Crosstable", (now) => [now.meetings, contestNames(now).join("\n")],
      (now) => ((now.meetings ?? []).length === 0 ? null : crosstable(slug, contestNames(now), now.meetings))),
    roundsPart(slug),
    contestPart("faults", "Faults", (now) => [now.faulty_games, contestFaults(now), contestProgress(now).games > 0], (now, body) => drawFaults(slug, game, now, body)),
    contestPart("facts", "All games together", (now) => [now.whole, now.games], (now) => (now.games === 0 || !now.whole ? null : wholeFacts(slug, now))),
    contestPart("conditions", "How it was played", (now) => [now.starts, now.head], (now) => ((now.starts ?? []).length === 0 ? null : conditionFacts(now))),
  ];
}

/**
 * Goes with a contest that is being played.
 * @param {string} slug
 * @param {HTMLElement} status
 * @param {() => boolean} isSeen whether what the feed does not bring is on the screen
 * @param {(changes: any) => void} take
 */
function contestFollow(slug, status, isSeen, take) {
  let fetched = Date.now();
  async function fetchAll() {
    fetched = Date.now();
    const answer = await fetch(contestLink(slug) + ".json");
    if (answer.ok) take(await answer.json());
  }
  const close = openFeed({
    watch: () => ({ watch: "contest", contest: slug }),
    lost: (since) => showLost(status, since),
    hear: (message) => {
      if (message.gone) { close(); status.textContent = message.gone; return; }
      if (!message.contest) return;
      take(message.contest);
      const due = message.contest.state === "over" || (isSeen() && Date.now() - fetched > FETCH_MS);
      // A fetch that fails is tried again with the next change; the feed says that the server is gone.
      if (due) fetchAll().catch(() => showLost(status, new Date(fetched)));
    },
  });
}

/** @param {any} data report/1 */
export function showContest(data) {
  const slug = data.slug ?? data.contest.slug ?? data.contest.name;
  let report = data;
  const head = contestHead(slug, report);
  const boards = contestBoards(slug);
  const parts = contestParts(slug, report);
  const links = parts.map((part) => h("a", { href: "#" + part.id }, part.title));
  const scheduled = createScheduled(slug, report);
  const played = h("div", {}, h("nav", { class: "part-links", "aria-label": "On this page" }, links, h("a", { href: gamesLink(slug) }, "All games")),
    parts.map((part) => part.element), contestFiles(slug, () => report));
  const show = () => {
    head.show(report);
    const { state, starts } = contestProgress(report);
    scheduled.show(report, state === "scheduled" ? starts ?? null : null);
    played.hidden = !scheduled.element.hidden;
    for (const [i, part] of parts.entries()) {
      part.show(report);
      links[i].hidden = part.element.hidden;
    }
  };
  const status = showPage({ title: report.contest.name, trail: place.frozen ? [] : [{ text: "Now", link: homeLink() }] },
    head.element, boards.element, scheduled.element, played);
  show();
  if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  if (place.frozen || report.state === "over") return;
  const seen = new Set();
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) entry.isIntersecting ? seen.add(entry.target.id) : seen.delete(entry.target.id);
  });
  for (const part of parts) if (["crosstable", "rounds", "bracket"].includes(part.id)) watcher.observe(part.element);
  contestFollow(slug, status, () => seen.size > 0 && !document.hidden, (changes) => {
    report = { ...report, ...changes };
    show();
    if (report.state === "over") endBoards();
  });
  const endBoards = boards.follow();
}
