// The page of a contest: what it shows is what the document says, it can be sorted and linked, a fault
// can be followed from the standings to its move, and rows go with the contest.

import fs from "node:fs";
import { SIZES } from "./browser.mjs";

export const name = "contest";

/** The names in the first column of the standings, from the top. */
const shownNames = (/** @type {any} */ page) =>
  page.$$eval(".standings tbody .player-link", (/** @type {any[]} */ links) => links.map((link) => link.textContent));

async function open(/** @type {any} */ page, /** @type {string} */ address) {
  await page.goto(address);
  await page.waitForSelector(".standings tbody tr");
  const answer = await page.request.get(address.split(/[?#]/)[0] + ".json");
  return answer.json();
}

/** The slow way: whoever could be better or worse is looked at one by one. */
function slowSpan(/** @type {any[]} */ all, /** @type {any} */ one) {
  const better = all.filter((other) => other.rating - other.error > one.rating + one.error).length;
  const worse = all.filter((other) => other.rating + other.error < one.rating - one.error).length;
  return better + 1 === all.length - worse ? "" : `${better + 1}–${all.length - worse}`;
}

async function standings({ page, check, origin }) {
  const report = await open(page, origin + "/contests/spring");
  const names = report.standings.map((/** @type {any} */ one) => one.player);
  check(JSON.stringify(await shownNames(page)) === JSON.stringify(names), "the standings stand in the order of the ranks");
  const spans = await page.$$eval(".standings tbody .standing-rank", (/** @type {any[]} */ cells) =>
    cells.map((cell) => cell.querySelector(".rank-span")?.textContent.trim() ?? ""));
  const wanted = report.standings.map((/** @type {any} */ one) =>
    (one.wins + one.draws + one.losses === 0 ? "" : slowSpan(report.standings, one)));
  check(JSON.stringify(spans) === JSON.stringify(wanted), "a rank says which places the rating allows", spans + " instead of " + wanted);
  const ratings = await page.$$eval(".standings tbody .standing-rating b", (/** @type {any[]} */ cells) => cells.map((cell) => Number(cell.textContent)));
  check(ratings.every((/** @type {number} */ rating, /** @type {number} */ i) => Math.abs(rating - report.standings[i].rating) <= 0.5), "with their ratings");
  check(await page.locator("#ratings .plot-word").textContent() === "games", "the axis of the ratings says what it counts");
  const cells = await page.$$eval(".cross tbody td.cross-met", (/** @type {any[]} */ found) => found.length);
  check(cells === 2 * report.meetings.length, "the crosstable has every meeting from both sides");
}

async function sorting({ page, check, origin }) {
  const report = await open(page, origin + "/contests/spring");
  const button = page.locator(".standings thead th", { hasText: "Player" }).getByRole("button");
  await button.focus();
  await page.keyboard.press("Enter");
  const sorted = await shownNames(page);
  const wanted = report.standings.map((/** @type {any} */ one) => one.player)
    .sort((/** @type {string} */ a, /** @type {string} */ b) => a.toLowerCase().localeCompare(b.toLowerCase(), undefined, { numeric: true }));
  check(JSON.stringify(sorted) === JSON.stringify(wanted), "a press on a heading sorts by it");
  check(await page.locator(".standings th[aria-sort=ascending]").count() === 1, "and says so to those who do not see it");
  check(await button.evaluate((/** @type {Element} */ e) => e === document.activeElement), "the focus stays on the heading");
  check(new URL(page.url()).searchParams.get("sort") === "player", "the order is in the address");
  await page.reload();
  await page.waitForSelector(".standings tbody tr");
  check(JSON.stringify(await shownNames(page)) === JSON.stringify(wanted), "which shows the same to whoever opens it");
  await page.locator(".standings thead th", { hasText: "Player" }).getByRole("button").click();
  check(JSON.stringify(await shownNames(page)) === JSON.stringify(wanted.slice().reverse()), "a second press turns it round");
}

async function faults({ page, check, origin }) {
  const report = await open(page, origin + "/contests/spring");
  const first = report.standings.find((/** @type {any} */ one) => one.faults > 0);
  const row = page.locator(".standings tbody tr").nth(report.standings.indexOf(first));
  await row.locator(".standing-faults a").click();
  await page.waitForSelector("#faults .fault-item");
  check(decodeURIComponent(page.url()).includes("/players/" + first.player), "the number of faults leads to those of the player");
  const told = page.locator(".printed");
  await page.goBack();
  await page.waitForSelector("#faults .fault-item");
  check(!await told.first().isVisible(), "the page has a button for the faults that it does not show");
  await page.emulateMedia({ media: "print" });
  const shown = await page.locator("#faults .fault-item").count();
  const all = report.standings.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.faults, 0);
  const left = await page.locator("#faults .printed").innerText();
  check(all > shown && left === `and ${all - shown} more faults`, "and paper says how many are missing", left);
  await page.emulateMedia({ media: null });
  await page.goForward();
  await page.waitForURL(/\/players\//);
  await page.waitForSelector("#faults .fault-item");
  await page.locator(".fault-game").first().click();
  await page.waitForURL(/\/games\/\d+\?me=.*#m\d+$/);
  check(decodeURIComponent(page.url()).includes("me=" + first.player), "and from there to the move, seen by who made the fault");
}

async function formats({ page, check, origin }) {
  const swiss = await open(page, origin + "/contests/summer");
  await page.waitForSelector("#rounds details[open] .pair");
  check(await page.locator("#rounds details").count() === swiss.rounds.length, "a Swiss has its rounds");
  await page.locator("#rounds summary").last().click();
  await page.waitForSelector("#rounds details:last-child[open] .pair");
  check(await page.locator("#rounds details:last-child .pair").count() === swiss.rounds[0].pairs.length, "each can be opened and has its pairs");
  await page.locator("#rounds summary").last().click();
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const pairs = swiss.rounds.reduce((/** @type {number} */ sum, /** @type {any} */ round) => sum + round.pairs.length, 0);
  check(await page.locator("#rounds .pair:visible").count() === pairs, "all of them are printed");
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  check(await page.locator("#rounds details[open]").count() === 1, "and are as they were when that is done");
  await page.emulateMedia({ media: null });

  const knockout = await open(page, origin + "/contests/autumn");
  const meetings = knockout.bracket.flatMap((/** @type {any} */ round) => round.pairs)
    .filter((/** @type {any} */ pair) => pair.first !== null && pair.second !== null);
  check(await page.locator(".bracket-box").count() === meetings.length, "a knockout has its bracket, without byes");
  const last = page.locator(".bracket-box").last();
  check(await last.locator(".bracket-won .name").textContent() === knockout.standings[0].player, "whoever wins the last meeting stands first");
  const boxes = await page.$$eval(".bracket-box", (/** @type {any[]} */ all) => all.map((box) => box.getBoundingClientRect().toJSON()));
  const overlap = boxes.some((/** @type {any} */ a, /** @type {number} */ i) => boxes.slice(i + 1).some((/** @type {any} */ b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
  check(!overlap, "no two meetings lie over each other");
  const size = page.viewportSize();
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 718, height: 1040 }); // A4
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  check(over <= 0, "a sheet of paper has room for the whole bracket", over);
  await page.emulateMedia({ media: null });
  await page.setViewportSize(size);
  const meeting = meetings.find((/** @type {any} */ pair) => pair.games.length > 1);
  const box = page.locator(".bracket-box").nth(meetings.indexOf(meeting));
  check(await box.locator("summary").evaluate((/** @type {Element} */ e) => getComputedStyle(e).opacity) === "1", "each says how many games it had, also without a pointer over it");
  await box.locator("summary").focus();
  await page.keyboard.press("Enter");
  const numbers = await box.locator(".game-numbers a:visible").allTextContents();
  check(JSON.stringify(numbers.map(Number)) === JSON.stringify(meeting.games), "and opens the list of them", numbers);
}

/** On a phone: what is wider than it says so, and no number is lost. */
async function phone({ newPage, check, origin }) {
  const page = await newPage({ viewport: SIZES.phone, hasTouch: true, isMobile: true });
  await open(page, origin + "/contests/autumn");
  const frame = page.locator("#bracket .scroll");
  await page.waitForSelector("#bracket .scroll-right");
  check(await frame.evaluate((/** @type {Element} */ e) => getComputedStyle(e).maskImage.includes("gradient")), "a bracket that is cut at the edge fades there");
  await frame.evaluate((/** @type {Element} */ e) => { e.scrollLeft = e.scrollWidth; });
  await page.waitForSelector("#bracket .scroll-left:not(.scroll-right)");
  check(true, "at its end it does so on the other side");
  await open(page, origin + "/contests/summer");
  const number = page.locator("#rounds details[open] .game-numbers a").first();
  const size = await number.boundingBox();
  check(size !== null && size.width >= 16 && size.height >= 24, "the numbers of the games of a round can be touched", JSON.stringify(size));
  const plot = page.locator("#ratings .plot-canvas");
  await plot.scrollIntoViewIfNeeded();
  const words = page.locator("#ratings .plot-words");
  check(!/Tab/.test(await words.innerText()), "whoever has no keys is not told of them", await words.innerText());
  const line = await page.evaluate(() => { // the end of the first line
    const path = /** @type {SVGGeometryElement} */ (document.querySelector("#ratings .plot-line"));
    const end = path.getPointAtLength(path.getTotalLength()).matrixTransform(path.getScreenCTM() ?? undefined);
    return [end.x - 2, end.y];
  });
  await page.touchscreen.tap(line[0], line[1]);
  await page.waitForFunction(() => / ± /.test(document.querySelector("#ratings .plot-words")?.textContent ?? ""));
  check(true, "a finger on a line of the ratings tells its numbers");
}

/** Numbers over the intervals do not run into each other, however narrow the page is. */
async function axis({ newPage, check, origin }) {
  for (const width of [700, 900, 1100, 1440, 1920]) {
    const page = await newPage({ viewport: { width, height: 900 } });
    await open(page, origin + "/contests/spring");
    const boxes = await page.$$eval(".interval-axis span", (/** @type {any[]} */ all) => all.map((one) => one.getBoundingClientRect())
      .filter((box) => box.width > 0).map((box) => [box.left, box.right]));
    check(boxes.length > 0 && boxes.every((/** @type {number[]} */ box, /** @type {number} */ i) => i === 0 || box[0] > boxes[i - 1][1] + 3),
      `at ${width} pixels the numbers over the intervals stand apart`, JSON.stringify(boxes));
    await page.context().close();
  }
}

/** A contest that is to come, and then begins: the feed is played by the test. */
async function scheduled({ newPage, check, origin }) {
  const page = await newPage({ reducedMotion: "reduce", timezoneId: "UTC", locale: "en-GB" });
  /** @type {((message: string) => void)[]} */
  const send = [];
  await page.routeWebSocket(/\/feed$/, (/** @type {any} */ socket) => { send.push((message) => socket.send(message)); });
  await page.goto(origin + "/contests/winter");
  await page.waitForSelector(".scheduled .countdown");
  const words = await page.locator(".scheduled").innerText();
  check(/^Starts in [\d,]+ days/.test(words) && words.includes("24 Dec 2099, 18:00"), "a contest that is to come says in how long it starts, and when", words);
  check(!await page.locator("#standings").isVisible(), "and shows no empty table");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Add to a calendar" }).click()]);
  const entry = fs.readFileSync(await download.path(), "utf8");
  check(entry.includes("DTSTART:20991224T180000Z\r\n") && entry.includes("SUMMARY:Winter cup\r\n"), "it can be put into a calendar", entry);
  while (send.length === 0) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  const player = (/** @type {string} */ name) => ({ rank: 1, player: name, points: 0, wins: 0, draws: 0, losses: 0, faults: 0, faults_by_kind: {}, rating: 1500, error: 900 });
  check(/Entries are taken until\s+20 Dec 2099, 12:00/.test(words) && /2 players\s+@1\s+@2/.test(words), "who plays, and until when one can enter", words);
  send[0](JSON.stringify({ contest: { state: "scheduled", standings: ["@1", "@2", "cy"].map(player) } }));
  await page.waitForFunction(() => document.querySelectorAll(".scheduled-players li").length === 3);
  check(true, "and who has entered since");
  send[0](JSON.stringify({ contest: { state: "running", progress: { games: 0, games_in_all: 2, rate: null, left_s: null, starts: null } } }));
  await page.waitForSelector("#standings:visible");
  check(!await page.locator(".scheduled").isVisible(), "when it begins, the page goes with it");
}

/** The feed is played by the test: the last of the standings becomes the first. */
async function live({ newPage, check, origin }) {
  const page = await newPage({ reducedMotion: "reduce" });
  /** @type {((message: string) => void)[]} */
  const send = [];
  /** @type {string[]} */
  const asked = [];
  await page.routeWebSocket(/\/feed$/, (/** @type {any} */ socket) => {
    send.push((message) => socket.send(message));
    socket.onMessage((/** @type {string} */ message) => asked.push(message));
  });
  const report = await open(page, origin + "/contests/live");
  while (asked.length === 0) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  check(asked[0] === JSON.stringify({ watch: "contest", contest: "live" }), "a contest that is played is watched");
  while (asked.length < 2) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  const game = { number: 9, game: "reversi", variant: "4x4", players: ["dora", "emil"], position: "-----OX--XO----- X", last: null, before: null,
    moves: 0, turn: 0, clocks: [{ charged_us: 0, left_us: null }, { charged_us: 0, left_us: null }] };
  send[1](JSON.stringify({ home: { contests: [], verdicts: [], live: [{ ...game, contest: "live" }, { ...game, contest: "spring" }] } }));
  await page.waitForSelector(".contest-boards agon-board svg");
  check(await page.locator(".contest-boards .live").count() === 1, "its games under way are small boards, those of other contests are not there");
  send[1](JSON.stringify({ boards: [{ ...game, contest: "live", position: "----XXX--XO----- O", last: "a2", before: game.position, moves: 1, turn: 1 }] }));
  await page.waitForSelector(".contest-boards .live-seat:nth-child(2).live-on");
  check(await page.locator(".contest-boards [data-cell][data-seat='0']").count() === 4, "and they move");
  const turned = report.standings.slice().reverse().map((/** @type {any} */ one, /** @type {number} */ i) => ({ ...one, rank: i + 1, points: 7 - i, wins: 7 - i }));
  await page.locator(".standings tbody .player-link").last().focus();
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  send[0](JSON.stringify({ contest: { standings: turned, state: "running", progress: { games: 8, games_in_all: 80, rate: 2, left_s: 36 }, live: [9] } }));
  await page.waitForFunction((/** @type {string} */ first) => document.querySelector(".standings tbody .player-link")?.textContent === first, turned[0].player);
  check(JSON.stringify(await shownNames(page)) === JSON.stringify(turned.map((/** @type {any} */ one) => one.player)), "rows go to their new places");
  check(await page.evaluate(() => document.activeElement?.textContent) === focused, "and take the focus with them");
  check(await page.locator("[role=progressbar]").getAttribute("aria-valuenow") === "8", "the bar goes on");
  check((await page.locator(".contest-words").textContent()).includes("36"), "with how long it will take");
  check(await page.locator(".contest-live a").count() === 1, "the games under way are links");
}

/** Pure parts, on their own. */
async function pure({ page, check, modules }) {
  await page.goto(modules + "/empty.html");
  const found = await page.evaluate(async (/** @type {string} */ base) => {
    const { spreadLabels, plotTicks } = await import(base + "/js/plot.js");
    const { bracketNodes, bracketRows } = await import(base + "/js/contest/bracket.js");
    const { csvField } = await import(base + "/js/contest/facts.js");
    const pair = (/** @type {string} */ first, /** @type {string} */ second) => ({ first, second, winner: first });
    const nodes = bracketNodes([{ pairs: [pair("a", "d"), pair("b", "c")] }, { pairs: [pair("a", "b")] }]);
    bracketRows(nodes);
    return {
      labels: spreadLabels([50, 50, 52, 300], 10, 0, 300),
      ticks: plotTicks(1380, 1620, 5),
      rows: nodes.map((/** @type {any} */ node) => node.row),
      csv: ["=1+1", "@3", "@x", 'a"b', "-1"].map((text) => csvField(text, true)),
    };
  }, modules);
  const gaps = found.labels.slice().sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
  check(gaps.every((/** @type {number} */ y, /** @type {number} */ i) => i === 0 || y - gaps[i - 1] >= 10) && gaps[3] <= 300, "names at the ends of lines do not cover each other", found.labels);
  check(JSON.stringify(found.ticks) === "[1400,1450,1500,1550,1600]", "the numbers of an axis are round", found.ticks);
  check(JSON.stringify(found.rows) === "[0,1,0.5]", "a meeting stands in the middle of those before it", found.rows);
  check(JSON.stringify(found.csv) === JSON.stringify(["'=1+1", "@3", "'@x", '"a""b"', "'-1"]), "no name becomes a formula in a spreadsheet", found.csv);
}

export async function run(/** @type {any} */ tools) {
  await standings(tools);
  await sorting(tools);
  await faults(tools);
  await formats(tools);
  await phone(tools);
  await axis(tools);
  await scheduled(tools);
  await live(tools);
  await pure(tools);
}
