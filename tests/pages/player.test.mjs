// The page of a player, and the list of games.

export const name = "player";

const json = async (/** @type {any} */ page, /** @type {string} */ address) => (await page.request.get(address)).json();

async function player({ page, check, origin }) {
  const report = await json(page, origin + "/contests/spring.json");
  const one = report.standings.find((/** @type {any} */ standing) => standing.faults > 0);
  const address = origin + "/contests/spring/players/" + encodeURIComponent(one.player);
  const document = await json(page, address + ".json");
  await page.goto(address);
  await page.waitForSelector(".opponents tbody tr");
  check(await page.locator("h1").textContent() === one.player, "the page has the player's name");
  check(await page.locator(".opponents tbody tr").count() === document.opponents.length, "every opponent has a row");
  check(await page.locator(".recent-game").count() === document.recent.length, "the last games are there");
  check(await page.locator("#faults .fault-item").count() === Math.min(12, document.faulty_games.length), "and the faults");
  check(await page.locator(".explain-part").count() === Math.min(10, document.explain.parts.length), "the rating is explained by opponent");
  const moved = await page.locator(".explain-moved").first().textContent();
  check((moved.startsWith("−") ? -1 : 1) * document.explain.parts[0].moved >= 0, "what moved it most comes first, with its sign", moved);
  check(await page.locator(".explain-next tbody tr").count() === document.explain.next.length, "the next game is told for each opponent");
  check(await page.locator("#openings agon-board").count() === Math.min(12, document.openings.length), "openings are boards");
  const better = report.standings.filter((/** @type {any} */ other) => other.rating - other.error > one.rating + one.error).length;
  const worse = report.standings.filter((/** @type {any} */ other) => other.rating + other.error < one.rating - one.error).length;
  const places = `${better + 1}–${report.standings.length - worse}`;
  check(better + 1 < report.standings.length - worse, "there is a player whose place is not sure");
  await page.waitForSelector(".player-head .rank-span");
  const figure = await page.locator(".figure", { hasText: "rank" }).innerText();
  check(figure.includes(places) && figure.includes("intervals overlap"), "a rank says which places the rating allows, as in the standings", figure);
  await page.locator(".plot-numbers summary").first().click();
  await page.waitForSelector(".plot-numbers table");
  check(await page.locator(".plot-numbers thead th").count() === document.history.games.length + 1, "the plot is there as numbers, too");
}

async function games({ page, check, origin }) {
  const all = await json(page, origin + "/contests/spring/games.json");
  await page.goto(origin + "/contests/spring/games");
  await page.waitForSelector(".listed tbody tr");
  check(await page.locator(".listed tbody tr").count() === all.games.length, "a page of the list has its games");
  const fault = all.games.find((/** @type {any} */ game) => game.blame !== null);
  await page.selectOption("select[name=verdict]", fault.verdict);
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL((/** @type {URL} */ url) => url.searchParams.get("verdict") === fault.verdict);
  await page.waitForSelector(".listed tbody tr");
  const kinds = await page.$$eval(".listed .verdict-code", (/** @type {any[]} */ codes) => [...new Set(codes.map((code) => code.textContent))]);
  check(JSON.stringify(kinds) === JSON.stringify([fault.verdict]), "a verdict can be asked for", kinds);
  const listed = await json(page, page.url().replace("/games?", "/games.json?"));
  check(await page.locator(".listed tbody tr").count() === listed.games.length, "and the document says the same");
  await page.getByRole("link", { name: "All games" }).click();
  await page.waitForFunction((/** @type {number} */ count) => document.querySelectorAll(".listed tbody tr").length === count, all.games.length);
  check(true, "and all games again");
}

export async function run(/** @type {any} */ tools) {
  await player(tools);
  await games(tools);
}
