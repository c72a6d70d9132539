// The page of one player in one contest.

import { h, replace } from "../dom.js";
import { openFeed } from "../feed.js";
import { countText, duration, pointsText } from "../format.js";
import { showLost, showPage } from "../frame.js";
import { contestLink, frozenDocument, gameLink, gamesLink, place, playerLink } from "../links.js";
import { pageSection, resultCounts } from "../pieces.js";
import { linePlot, plotNumbers } from "../plot.js";
import { scrollFrame } from "../table.js";
import { definitionList } from "../contest/facts.js";
import { faultKinds, faultList } from "../contest/faults.js";
import { hasHistory, historyPlot } from "../contest/history.js";
import { placesText, rankSpan, rankSpanTexts } from "../contest/standings.js";
import { explainRating } from "../player/explain.js";
import { openingBoards, opponentTable, recentGames, seatResults } from "../player/results.js";

const PLAYER_FETCH_MS = 2000; // a page that changes all the time is fetched again no more often

/** @param {any} one a row of the standings, or player/1 */
function playerGames(one) {
  return one.wins + one.draws + one.losses;
}

/**
 * A number with a word below it.
 * @param {any} value
 * @param {any} words
 */
function playerFigure(value, words) {
  return h("div", { class: "figure" }, h("dd", {}, value), h("dt", {}, words));
}

/**
 * @param {any} player
 * @param {any[]} standings of the contest; []: not known
 */
function playerHead(player, standings) {
  const games = playerGames(player);
  const isRated = games > 0 && player.rating !== null;
  const none = () => h("span", { class: "muted" }, "not yet");
  const rating = [Math.round(player.rating), h("span", { class: "figure-error" }, " ± " + Math.round(player.error))];
  const places = standings.length > 0 ? rankSpanTexts(standings)(player) : placesText(player);
  return h("header", { class: "player-head" },
    h("h1", {}, h("bdi", { class: "name" }, player.player)),
    player.out ? h("p", {}, h("span", { class: "tag" }, player.out)) : null,
    h("dl", { class: "figures" },
      playerFigure(isRated ? rating : none(), "rating"),
      playerFigure(isRated ? [player.rank, places === "" ? null : rankSpan(places)] : none(), places === "" ? "rank" : "rank; intervals overlap"),
      playerFigure([pointsText(player.points), h("span", { class: "figure-error" }, " of " + games)], "points"),
      playerFigure(resultCounts(player), "won, drawn, lost"),
      playerFigure(h("span", { class: player.faults > 0 ? "bad" : "" }, player.faults), player.faults === 1 ? "fault" : "faults")));
}

/** @param {number | null | undefined} seconds */
function secondsText(seconds) {
  return seconds === null || seconds === undefined ? null : duration(seconds * 1e6);
}

/**
 * @param {string} slug
 * @param {any} player
 */
function playerTime(slug, player) {
  const time = player.time;
  /** @type {[any, any][]} */
  const facts = [];
  const add = (/** @type {string} */ name, /** @type {any} */ value) => { if (value !== null) facts.push([name, value]); };
  if (time && time.games > 0) {
    add("Charged in all", secondsText(time.charged_seconds));
    add("CPU", secondsText(time.cpu_seconds));
    add("Computed in the opponent's time", secondsText(time.pondered_seconds));
    add("Slowest move", time.slowest_ms === null || time.slowest_ms === undefined ? null : duration(time.slowest_ms * 1000));
    add("Measured in", countText(time.games, "game"));
  }
  for (const [name, game] of /** @type {[string, any][]} */ ([["Shortest game", player.shortest], ["Longest game", player.longest]])) {
    if (game) add(name, [h("a", { href: gameLink(slug, game.game, { me: player.player }) }, "game " + game.game), ", " + countText(game.moves, "move")]);
  }
  return facts.length === 0 ? null : pageSection("time", "Time", definitionList(facts));
}

/**
 * @param {string} slug
 * @param {any} player
 */
function playerHistory(slug, player) {
  if (!hasHistory(player.history)) return null;
  const partsOf = () => historyPlot(slug, player.history, { label: "Rating over time", height: 16, band: true });
  return pageSection("ratings", "Rating over time", linePlot(partsOf()).element, plotNumbers("Rating over time", partsOf));
}

/**
 * @param {string} slug
 * @param {any} player
 */
function playerFaults(slug, player) {
  const faults = player.faulty_games ?? [];
  return pageSection("faults", "Faults", faults.length === 0 ? h("p", { class: "muted" }, "None.") :
    [faultKinds(player.faults_by_kind), faultList(slug, player.contest.game, player.player, faults)]);
}

/**
 * All of the page.
 * @param {any} data player/1
 * @param {any[]} standings of the contest; []: not known
 * @returns {(Node | Node[])[]}
 */
function playerParts(data, standings) {
  const { contest } = data;
  const { slug } = contest;
  const recent = data.recent ?? [];
  const openings = (data.openings ?? []).filter((/** @type {any} */ one) => one.games > 0);
  if ((data.opponents ?? []).length === 0) {
    return [playerHead(data, standings), h("div", { class: "card empty" }, h("p", {}, "It has not played yet. When its first games are over, its results stand here."),
      h("p", {}, h("a", { href: contestLink(slug) }, "The contest")))];
  }
  return [playerHead(data, standings),
    h("div", { class: "player-columns" },
      h("div", {}, playerHistory(slug, data), data.explain ? pageSection("explain", "Explain my rating", explainRating(slug, data.explain)) : null,
        pageSection("opponents", "Opponents", scrollFrame("Results by opponent", opponentTable(slug, data)))),
      h("div", {},
        recent.length === 0 ? null : pageSection("recent", "Last games", recentGames(slug, data.player, recent),
          h("p", { class: "small muted" }, "Newest first" + (data.faults > 0 ? "; underlined: lost by a fault" : "") + ". ", h("a", { class: "nowrap", href: gamesLink(slug) + "?player=" + encodeURIComponent(data.player) }, "All its games"))),
        pageSection("seats", "By seat", seatResults(data)),
        playerTime(slug, data), playerFaults(slug, data))),
    openings.length === 0 ? [] : pageSection("openings", "Openings", h("p", { class: "muted small" }, "The positions from which its games began, and the points it made of them."),
      openingBoards(contest.game, contest.variant ?? "", openings))];
}

/**
 * Goes with a contest that is being played: when the standings have another row for this player, its
 * page is fetched again. Whoever has the focus on it is not disturbed.
 * @param {any} data player/1
 * @param {HTMLElement} status
 * @param {HTMLElement} main
 */
function playerFollow(data, status, main) {
  const { slug } = data.contest;
  let shown = data;
  let drawn = "";
  let places = placesText(data);
  let fetched = 0;
  /** @param {any[]} standings */
  function showPlaces(standings) {
    const now = rankSpanTexts(standings)(shown);
    if (now === places) return;
    places = now;
    main.querySelector(".player-head")?.replaceWith(playerHead(shown, standings));
  }
  /**
   * @param {string} row
   * @param {any[]} standings
   */
  async function fetchAll(row, standings) {
    fetched = Date.now();
    const answer = await fetch(playerLink(slug, data.player) + ".json");
    if (!answer.ok) return;
    shown = await answer.json();
    drawn = row;
    replace(main, ...playerParts(shown, standings));
  }
  const close = openFeed({
    watch: () => ({ watch: "contest", contest: slug }),
    lost: (since) => showLost(status, since),
    hear: (message) => {
      if (message.gone) { close(); return; }
      const standings = message.contest?.standings ?? [];
      const own = standings.find((/** @type {any} */ one) => one.player === data.player);
      if (own === undefined) return;
      showPlaces(standings);
      const row = JSON.stringify(own);
      const isBusy = main.contains(document.activeElement) || document.hidden;
      const isDue = Date.now() - fetched > PLAYER_FETCH_MS;
      if (drawn === "" && playerGames(own) === playerGames(data)) drawn = row;
      // A fetch that fails is tried again with the next change; the feed says that the server is gone.
      if (row !== drawn && !isBusy && isDue) fetchAll(row, standings).catch(() => showLost(status, new Date(fetched)));
      if (message.contest.state === "over" && row === drawn) close();
    },
  });
}

/** @param {any} data player/1 */
export function showPlayer(data) {
  const { contest } = data;
  const status = showPage({ title: data.player + " in " + contest.name, trail: [{ text: contest.name, link: contestLink(contest.slug) }] },
    ...playerParts(data, frozenDocument("contests", contest.slug)?.standings ?? []));
  if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  const main = document.querySelector("main");
  if (!place.frozen && main !== null) playerFollow(data, status, main);
}
