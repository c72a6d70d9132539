// What the server draws of a page (src/report/first_view.h) is what the script draws: the same board,
// at the same place, so that nobody sees the script take over.
import { spawn } from "node:child_process";
import { SIZES, visit } from "./browser.mjs";

export const name = "the first view";

const CLEARLY = 24; // of 255: a pixel whose colour differs more is counted
const SHARE = 0.002; // of all pixels may differ: edges that lie a hundredth of a unit elsewhere

/** Where the first board is. @param {import("playwright-core").Page} page */
const boardBox = (page) => page.locator("agon-board svg").first().evaluate((svg) => {
  const { x, y, width, height } = svg.getBoundingClientRect();
  return [x, y, width, height].map((v) => Math.round(v * 4) / 4);
});

/**
 * The share of pixels that differ between two pictures; 1 if their sizes do.
 * @param {import("playwright-core").Page} page
 * @param {Buffer[]} pictures
 */
function difference(page, pictures) {
  return page.evaluate(async ({ urls, clearly }) => {
    const [a, b] = await Promise.all(urls.map(async (url) => {
      const image = await createImageBitmap(await (await fetch(url)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context?.drawImage(image, 0, 0);
      return context?.getImageData(0, 0, image.width, image.height);
    }));
    if (!a || !b || a.width !== b.width || a.height !== b.height) return 1;
    let differ = 0;
    for (let i = 0; i < a.data.length; i += 4)
      differ += [0, 1, 2].some((c) => Math.abs(a.data[i + c] - b.data[i + c]) > clearly) ? 1 : 0;
    return differ / (a.width * a.height);
  }, { urls: pictures.map((png) => "data:image/png;base64," + png.toString("base64")), clearly: CLEARLY });
}

/** What stands in the address behind # is not known to the server, so it has drawn another position. */
async function elsewhere({ check, origin, newPage }) {
  const page = await newPage({ reducedMotion: "reduce" });
  /** @type {any} */
  let held = null;
  await page.route("**/agon.js", (/** @type {any} */ route) => { held = route; });
  await page.goto(origin + "/contests/summer/games/1#m3", { waitUntil: "domcontentloaded" });
  check(await page.locator("agon-board svg").count() === 1 && !await page.locator("agon-board svg").isVisible(), "until the script knows the move of the address, no other position is seen");
  while (held === null) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  await held.continue();
  await page.waitForSelector('.game-moves [aria-current][data-ply="3"]');
  check(await page.locator("agon-board svg").isVisible(), "then that move is shown");
  const plain = await newPage({ javaScriptEnabled: false });
  await plain.goto(origin + "/contests/summer/games/1#m3");
  check(await plain.locator("agon-board svg").isVisible(), "without JavaScript the last position stays");
}

/** A position of Santorini with workers and a dome. */
const SANTORINI_DOME = "01210/12321/02403/01210/00000 11,33 13,31 1";

/**
 * The address of a match whose players never answer, so that its board stays as it is. Who calls ends it.
 * @param {import("./world.mjs").World} world
 * @param {string} game
 * @param {string} position
 * @returns {Promise<{origin: string, end: () => void}>}
 */
function quietMatch(world, game, position) {
  const long = "start=36000000,first=36000000,request=36000000";
  const match = spawn(world.program, ["play", game, "sleep 36000", "sleep 36001", "--sandbox", "none", "--time", long, "--position", position,
    "--web", "127.0.0.1:0"], { cwd: world.folder, stdio: ["ignore", "pipe", "pipe"] });
  const end = () => { match.kill("SIGTERM"); match.kill("SIGTERM"); }; // the second: the game is not finished
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (/** @type {Buffer} */ bytes) => {
      said += bytes;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found !== null) resolve({ origin: found[0], end });
    };
    match.stdout.on("data", listen);
    match.stderr.on("data", listen);
    match.on("exit", () => reject(new Error("agon play ended: " + said)));
  });
}

/**
 * A small board of Santorini, as the server and as the script draw it.
 * @param {any} tools
 */
async function smallBoard({ page, check, newPage, world }) {
  const { origin, end } = await quietMatch(world, "santorini", SANTORINI_DOME);
  while ((await (await fetch(origin + "/index.json")).json()).live.length === 0) await new Promise((done) => setTimeout(done, 50));
  const pictures = [];
  for (const script of [false, true]) {
    const one = await newPage({ reducedMotion: "reduce" });
    if (!script) await one.route("**/agon.js", (/** @type {any} */ route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    await one.goto(origin + "/");
    if (script) await one.waitForSelector("agon-board .board-dome-ribs");
    pictures.push(await one.locator("agon-board svg").first().screenshot());
    await one.context().close();
  }
  end();
  const share = await difference(page, pictures);
  check(share < SHARE, "a small board of Santorini looks the same", `${(100 * share).toFixed(2)} % of the pixels differ`);
}

export async function run({ page, check, origin, newPage, modules, world }) {
  await elsewhere({ check, origin, newPage });
  await page.goto(modules + "/empty.html");
  await smallBoard({ page, check, newPage, world });
  // The board of the rules has dots for those who choose, which only the script draws.
  const cases = [
    ["/contests/spring/games/1", true], ["/contests/spring/games/2?me=bob", true], ["/contests/summer/games/1", true],
    ["/contests/autumn/games/1", true], ["/", true], ["/rules/stones", false],
  ];
  for (const viewport of [SIZES.laptop, SIZES.phone]) {
    const served = await newPage({ viewport, reducedMotion: "reduce" });
    const drawn = await newPage({ viewport, reducedMotion: "reduce" });
    await served.route("**/agon.js", (/** @type {any} */ route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    for (const [address, isSame] of cases) {
      await served.goto(origin + address);
      await visit(drawn, origin + address);
      const where = `${address} at ${viewport.width} pixels`;
      const boxes = [await boardBox(served), await boardBox(drawn)];
      check(JSON.stringify(boxes[0]) === JSON.stringify(boxes[1]), `the board of ${where} stays where it is`, JSON.stringify(boxes));
      if (!isSame || viewport.width < 1000) continue;
      const pictures = [];
      for (const one of [served, drawn]) pictures.push(await one.locator("agon-board svg").first().screenshot());
      const share = await difference(page, pictures);
      check(share < SHARE, `the board of ${where} looks the same`, `${(100 * share).toFixed(2)} % of the pixels differ`);
    }
  }
}
