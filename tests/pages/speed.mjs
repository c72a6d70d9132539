// speed.mjs AGON: what the pages cost a viewer. Reported, not judged: it depends on the machine.
//
// - bytes over the wire for the first view of a page, everything that it loads, compressed as it came
// - the time until the first board is drawn, with the CPU slowed four times; beside it, on the same
//   machine at the same time, the time until Chromium has drawn the few words of /healthz, for which
//   there is nothing to load and no script: so much the browser needs by itself
// - frames a second while eight boards move, each a move every 200 ms
import { launch, Pages, visit } from "./browser.mjs";
import { World, pages } from "./world.mjs";

const SLOWED = 4;
const VIEWS = 5;
const BOARDS = 8;
const MOVES_EACH_MS = 200;
const WATCHED_MS = 4000;

const median = (/** @type {number[]} */ list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** Bytes that came over the wire for one view. */
async function weigh(all, address) {
  const page = await all.open();
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  await session.send("Network.enable");
  session.on("Network.loadingFinished", (/** @type {any} */ event) => (bytes += event.encodedDataLength));
  await visit(page, address);
  await page.waitForLoadState("load");
  await page.context().close();
  return bytes;
}

/**
 * Milliseconds from the navigation to the frame that has the first of these elements: the browser's own
 * time of its first paint with content, or of the element, if that came later. The tab has shown
 * another page of the server before, so that no process has to be started; nothing is in its cache.
 */
async function firstDrawn(all, origin, address, selector = "agon-board svg") {
  const page = await all.open();
  const session = await page.context().newCDPSession(page);
  await page.goto(origin + "/healthz");
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  await page.addInitScript((wanted) => {
    /** @type {Promise<number>} The last moment before the frame with the element is painted. */
    const board = new Promise((resolve) => {
      const look = () => {
        if (document.querySelector(wanted) !== null) resolve(performance.now());
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    /** @type {Promise<number>} */
    const paint = new Promise((resolve) => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntriesByName("first-contentful-paint")) resolve(entry.startTime);
      }).observe({ type: "paint", buffered: true });
    });
    Promise.all([board, paint]).then((times) => Object.assign(globalThis, { drawnAt: Math.max(...times) }));
  }, selector);
  await page.goto(origin + address);
  const drawn = await page.waitForFunction(() => /** @type {any} */ (globalThis).drawnAt);
  const ms = await drawn.jsonValue();
  await page.context().close();
  return ms;
}

/** Frames a second while eight boards move through a game, and the slowest frame. */
async function frames(all, origin, replay) {
  const page = await all.open();
  await visit(page, origin + "/");
  const result = await page.evaluate(async ({ replay, boards, each, watched }) => {
    const main = document.querySelector("main");
    main?.replaceChildren();
    const moves = replay.lines.filter((/** @type {any} */ line) => line.type === "move");
    const states = [{ position: replay.start.position, last: null, before: null },
      ...moves.map((/** @type {any} */ m, /** @type {number} */ i) => ({
        position: m.position, last: m.move, before: i === 0 ? replay.start.position : moves[i - 1].position }))];
    const list = Array.from({ length: boards }, () => {
      const board = /** @type {any} */ (document.createElement("agon-board"));
      board.setAttribute("game", replay.game);
      board.style.width = "240px";
      board.style.display = "inline-block";
      board.game = replay.game;
      main?.append(board);
      return board;
    });
    let step = 0;
    const timer = setInterval(() => {
      step++;
      list.forEach((board, i) => board.show({ ...states[(step + 3 * i) % states.length], variant: replay.variant, legal: null, turn: null, refused: null }));
    }, each);
    const times = await new Promise((resolve) => {
      /** @type {number[]} */
      const seen = [];
      const frame = (/** @type {number} */ now) => {
        seen.push(now);
        if (now - seen[0] < watched) requestAnimationFrame(frame);
        else resolve(seen);
      };
      requestAnimationFrame(frame);
    });
    clearInterval(timer);
    const gaps = times.slice(1).map((/** @type {number} */ t, /** @type {number} */ i) => t - times[i]);
    return { rate: 1000 * gaps.length / (times.at(-1) - times[0]), slowest: Math.max(...gaps) };
  }, { replay, boards: BOARDS, each: MOVES_EACH_MS, watched: WATCHED_MS });
  await page.context().close();
  return result;
}

async function main() {
  const world = new World(process.argv[2]);
  const browser = await launch();
  const all = new Pages(browser);
  try {
    await world.play();
    const origin = await world.serve();
    world.release(24);
    console.log("first view of a page, over the wire (aim: at most 100 KB)");
    for (const { word, address } of await pages(world))
      console.log(`  ${word.padEnd(20)} ${((await weigh(all, origin + address)) / 1000).toFixed(1).padStart(7)} KB`);
    console.log(`first board drawn, CPU slowed ${SLOWED} times, median of ${VIEWS} (aim: under 300 ms)`);
    const boards = ["/", "/contests/spring/games/1", "/contests/summer/games/1", "/contests/autumn/games/1", "/rules/reversi"];
    /** @type {Map<string, number[]>} The views take turns: a machine that is busy for a while is so for all. */
    const times = new Map([...boards, "/healthz"].map((address) => [address, []]));
    for (let i = 0; i < VIEWS; i++)
      for (const [address, list] of times)
        list.push(await firstDrawn(all, origin, address, address === "/healthz" ? "pre" : undefined));
    for (const [address, list] of times)
      console.log(`  ${address.padEnd(28)} ${median(list).toFixed(0).padStart(5)} ms  (${Math.min(...list).toFixed(0)} to ${Math.max(...list).toFixed(0)})`);
    console.log(`${BOARDS} boards, a move every ${MOVES_EACH_MS} ms (aim: 60 frames a second)`);
    for (const slug of ["spring", "summer", "autumn"]) {
      const replay = await world.json(`/contests/${slug}/games/1.json`);
      const { rate, slowest } = await frames(all, origin, replay);
      console.log(`  ${replay.title.padEnd(20)} ${rate.toFixed(1).padStart(6)} frames/s, slowest ${slowest.toFixed(0)} ms`);
    }
  } finally {
    await browser.close();
    await world.end();
  }
}

await main();
