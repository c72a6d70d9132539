// The page of a fleet. There is no database here: the test has the document and plays the feed.

export const name = "fleet";

const worker = (/** @type {number} */ number, /** @type {any} */ more = {}) => ({ worker: number, host: null, cores: 4, speed: 1.25, state: "here", why: "", games: 1204,
  per_minute: 31.5, late: 0, leases: 4, heard_of_s: 1, plays: "spring", ...more });
const fleet = {
  workers: [worker(1), worker(2, { state: "quarantined", why: "players lose by <b>TIMEOUT</b> more than elsewhere", leases: 0, plays: "" })],
  contests: [{ name: "spring", coordinator: null, playing: true, open: 3, taken: 4, expired: 1, waiting: 2 }],
  minutes: Array.from({ length: 60 }, (_, i) => ({ at: 1794855600 + 60 * i, games: 10 * (i % 7) })),
  totals: { workers: 1, cores: 4, last_minute: 30, open: 3, taken: 4, expired: 1, waiting: 2, late: 5, out: 0, quarantined: 1 },
  schema: "fleet/1",
};

export async function run(/** @type {any} */ { newPage, check, origin }) {
  const page = await newPage({ reducedMotion: "reduce" });
  /** @type {any} */
  let socket = null;
  let wish = "";
  await page.routeWebSocket(/\/feed$/, (/** @type {any} */ found) => {
    socket = found;
    found.onMessage((/** @type {any} */ words) => { wish = String(words); });
  });
  check((await page.request.get(origin + "/fleet.json")).status() === 404, "a server without a fleet has no such page");
  const shell = await (await page.request.get(origin + "/rules/reversi")).text();
  const data = JSON.stringify(fleet).replaceAll("<", "\\u003c");
  const body = shell.replace(/<header[^]*<\/main>/, "").replace(/(id="data">)[^]*?(<\/script>)/, (_, open, close) => open + data + close);
  await page.route(origin + "/fleet", (/** @type {any} */ route) => route.fulfill({ contentType: "text/html; charset=utf-8", body }));
  await page.goto(origin + "/fleet");
  await page.waitForSelector("#workers tbody tr");
  check(await page.locator("#workers tbody tr").count() === 2, "every worker has a row");
  const words = await page.locator("#workers").textContent();
  check(words.includes("Quarantined") && words.includes("<b>TIMEOUT</b>"), "which says its state, and why, as text", words);
  check((await page.locator("#contests tbody").textContent()).includes("spring"), "what is handed out is there");
  check(await page.locator("#throughput svg, #throughput canvas").count() > 0, "and how fast it goes");
  check((await page.locator(".facts").textContent()).includes("5 games too late"), "failures are told");

  const frame = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  while (socket === null || wish === "") await frame();
  check(JSON.parse(wish).watch === "fleet", "the page asks for the fleet", wish);
  socket.send(JSON.stringify({ fleet: { ...fleet, workers: [worker(1), worker(3, { host: "lab-3" })] } }));
  await page.waitForFunction(() => document.querySelector("#workers")?.textContent?.includes("3 · lab-3"));
  check(await page.locator("#workers tbody tr").count() === 2, "and changes as the server tells");
}
