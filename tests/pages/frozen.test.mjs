// The frozen report, opened from a file.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { violations, visit } from "./browser.mjs";

export const name = "frozen";

export async function run({ page, check, world }) {
  const file = path.join(world.folder, "spring.html");
  const { status, out } = await world.agon("report", "spring.yaml", "--html", "-o", file);
  check(status === 0, "agon report --html writes one file", out);
  const address = pathToFileURL(file).href;
  await visit(page, address);
  check((await page.title()).includes("Spring cup"), "it opens from file: with the page of the contest");
  check(await page.evaluate(() => performance.getEntriesByType("resource").length) === 0, "it loads nothing");
  const found = await violations(page);
  check(found.length === 0, "axe-core finds no violation on it", found.join("\n"));
  const games = (await world.agon("report", "spring.yaml", "--games", "--json")).out.trim().split("\n").map((line) => JSON.parse(line));
  const illegal = games.find((game) => game.verdict === "ILLEGAL");
  await page.goto("about:blank");
  await visit(page, `${address}#/contests/spring/games/${illegal.index}`);
  await page.waitForSelector("agon-board");
  check(true, "a game is inside, with its board");
  const marked = await page.waitForSelector(".game-verdict mark");
  check(await marked.textContent() === "8", "and its verdict, with the byte of the message that was wrong");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => location.hash.endsWith("/m0"));
  check(true, "it can be walked through");
  await page.goto("about:blank");
  await visit(page, `${address}#/contests/spring/players/ann`);
  check((await page.evaluate(() => document.querySelector("main h1")?.textContent))?.includes("ann"), "a player's page is inside, too");
}
