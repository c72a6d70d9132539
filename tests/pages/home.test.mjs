// The first page: live boards, contests, verdicts. The feed is played by the test where something has
// to change at a moment that the test knows.

export const name = "home";

async function opened(/** @type {any} */ page, /** @type {string} */ origin) {
  await page.goto(origin + "/");
  await page.waitForSelector("main h1");
  return (await page.request.get(origin + "/index.json")).json();
}

async function shown({ page, check, origin }) {
  const home = await opened(page, origin);
  check(await page.locator(".home-contest").count() === home.contests.length, "every contest is there");
  const states = await page.$$eval(".home-contest .home-state", (/** @type {any[]} */ all) => all.map((one) => one.textContent));
  const scheduled = home.contests.filter((/** @type {any} */ one) => one.state === "scheduled").length;
  check(states.filter((/** @type {string} */ words) => words.startsWith("Starts in")).length === scheduled, "one that is to come says in how long", states);
  const winter = await page.locator(".home-contest", { hasText: "Winter cup" }).innerText();
  check(winter.includes("2 players") && winter.includes("entries until"), "who plays, and until when one can enter", winter);
  const verdicts = page.locator(".home-verdict");
  check(await verdicts.count() === home.verdicts.length, "the last verdicts are there");
  const faulty = home.verdicts.filter((/** @type {any} */ one) => one.blame !== null);
  check(await page.locator(".home-fault").count() === faulty.length, "and faults stand out");
  const links = await page.$$eval(".home-verdict-link", (/** @type {any[]} */ all) => all.map((one) => one.getAttribute("href").split("?")[0]));
  const wanted = home.verdicts.map((/** @type {any} */ one) => `/contests/${encodeURIComponent(one.contest)}/games/${one.number}`);
  check(JSON.stringify(links) === JSON.stringify(wanted), "each leads to its game");
  const overlap = (/** @type {any} */ a, /** @type {any} */ b) => a.rating - a.error <= b.rating + b.error && b.rating - b.error <= a.rating + a.error;
  for (const one of home.contests) {
    const card = page.locator(".home-contest", { has: page.locator(`a[href="/contests/${one.slug}"]`) });
    const rated = one.leaders.filter((/** @type {any} */ leader) => leader.rating !== null);
    const isUnsure = rated.some((/** @type {any} */ leader, /** @type {number} */ i) => i > 0 && overlap(rated[i - 1], leader));
    check(await card.locator(".home-unsure").isVisible() === isUnsure, `${one.slug} says whether the order of its leaders is sure`);
  }
  check(await page.locator("main script, main img").count() === 0, "names are text and nothing else");
}

/** Three games; then the second ends and a fourth begins. */
async function live({ newPage, check, origin }) {
  const page = await newPage({ reducedMotion: "reduce" });
  /** @type {any} */
  let socket = null;
  let opens = 0;
  await page.routeWebSocket(/\/feed$/, (/** @type {any} */ found) => {
    socket = found;
    opens++;
  });
  const home = await opened(page, origin);
  const game = (/** @type {number} */ number, /** @type {any} */ more = {}) => ({ contest: home.contests[0].slug, number, game: "reversi", variant: "8x8", players: ["ann" + number, "bob"],
    position: "---------------------------OX------XO--------------------------- X", last: null, before: null, moves: 0, turn: 0,
    clocks: [{ charged_us: 0, left_us: 60000000 }, { charged_us: 0, left_us: 60000000 }], ...more });
  const frame = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  while (socket === null) await frame();
  const send = (/** @type {any} */ message) => socket.send(JSON.stringify(message));
  const firstNames = () => page.$$eval(".live-grid .live", (/** @type {any[]} */ all) => all.map((card) => card.querySelector(".live-seat .name").textContent));

  check(await page.locator('.top a[href="/fleet"]').isHidden(), "without a fleet there is no link to one");
  send({ home: { ...home, fleet: true, live: [game(1), game(2), game(3)] } });
  await page.waitForFunction(() => document.querySelectorAll(".live-grid agon-board").length === 3);
  check(true, "games under way are small boards");
  check(await page.locator('.top a[href="/fleet"]').isVisible(), "where there is a fleet, a link leads to it");
  send({ home: { ...home, live: [game(1), game(3), game(4)] } });
  await page.waitForFunction(() => document.querySelector(".live-grid")?.textContent?.includes("ann4"));
  check(JSON.stringify(await firstNames()) === JSON.stringify(["ann1", "ann4", "ann3"]), "a new game takes the place of one that ended; the others stay", await firstNames());
  send({ boards: [game(3, { position: "-------------------X-------XX------XO--------------------------- O", before: game(3).position, last: "d3", moves: 1, turn: 1,
    clocks: [{ charged_us: 1000000, left_us: 59000000 }, { charged_us: 0, left_us: 60000000 }] })] });
  await page.waitForFunction(() => document.querySelectorAll(".live-grid .live")[2]?.querySelectorAll(".live-seat")[1]?.classList.contains("live-on"));
  check(await page.locator(".live-grid .live").nth(2).locator(".live-clock").first().textContent() === "0:59.0", "a move changes board, turn and clocks");
  const link = page.locator(".live-grid .live").nth(1).locator("a");
  check((await link.getAttribute("href")).endsWith("/games/4"), "a board leads to its game");

  const ended = { contest: home.contests[0].slug, number: 1, first: "ann1", second: "bob", winner: 0, verdict: "WON", blame: null, rule: "", explanation: "ann1 beats bob: more stones", moves: 60 };
  const told = async (/** @type {any} */ now) => {
    send({ home: { ...now, verdicts: [{ ...ended, number: now.contests.length }] } });
    await page.waitForFunction((/** @type {number} */ number) => document.querySelector(".home-why")?.textContent?.includes("game\u00a0" + number + ","), now.contests.length);
    return page.locator(".home-why").textContent();
  };
  check((await told(home)).includes(home.contests[0].name), "where there are several contests, a verdict names its own");
  check(!(await told({ ...home, contests: home.contests.slice(0, 1) })).includes(home.contests[0].name), "where there is one, it does not");
  send({ home: { ...home, verdicts: [{ ...ended, number: 99, verdict: "ILLEGAL", blame: 1, moves: 8 }] } });
  await page.waitForSelector(".home-fault");
  check((await page.locator(".home-verdict-link").getAttribute("href")).endsWith("/games/99?me=bob#m8"), "a fault leads to its move");
  const leader = { player: "ann", points: 1 };
  const led = async (/** @type {any[]} */ leaders) => {
    send({ home: { ...home, contests: [{ ...home.contests[0], leaders }] } });
    await page.waitForFunction((/** @type {number} */ count) => document.querySelectorAll(".home-leaders li").length === count, leaders.length);
    return { isUnsure: await page.locator(".home-unsure").isVisible(), words: await page.locator(".home-leaders").innerText() };
  };
  check(!(await led([{ ...leader, rating: 1600, error: 40 }, { ...leader, rating: 1500, error: 40 }])).isUnsure, "an order whose intervals do not overlap is sure");
  const none = await led([{ ...leader, rating: null, error: null }]);
  check(none.words.includes("not yet") && !none.isUnsure, "who has not played has no rating yet", none.words);

  await socket.close();
  await page.waitForFunction(() => document.querySelector(".status")?.textContent?.startsWith("No connection since"));
  check(true, "when the server goes, the page says since when");
  while (opens < 2) await frame();
  await page.waitForFunction(() => document.querySelector(".status")?.textContent === "");
  check(true, "and it tries again, until it is back");
}

async function empty({ newPage, check, origin }) {
  const page = await newPage();
  /** @type {any} */
  let socket = null;
  await page.routeWebSocket(/\/feed$/, (/** @type {any} */ found) => { socket = found; });
  const home = await opened(page, origin);
  while (socket === null) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  socket.send(JSON.stringify({ home: { contests: [], live: [], verdicts: [], schema: "home/1" } }));
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Nothing is on yet");
  check((await page.locator("main pre").first().textContent()).includes("agon serve"), "where nothing is, the page says how to begin");
  socket.send(JSON.stringify({ home }));
  await page.waitForFunction(() => document.querySelector(".home-contest:not([hidden])") !== null);
  check(await page.locator(".home-empty").isHidden(), "and shows the first contest when it comes");
}

export async function run(/** @type {any} */ tools) {
  await shown(tools);
  await live(tools);
  await empty(tools);
}
