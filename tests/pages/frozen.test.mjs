// The frozen report, opened from a file.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { violations, visit } from "./browser.mjs";

export const name = "frozen";

/** A large contest is a folder: what is seen of its pages before the script is there. */
async function folder({ newPage, check, world }) {
  const out = path.join(world.folder, "summer-pages");
  const { status, out: words } = await world.agon("report", "summer.yaml", "--html", "-o", out + "/");
  check(status === 0, "agon report --html writes a folder", words);
  const address = pathToFileURL(path.join(out, "games", "1.html")).href;
  const plain = await newPage({ javaScriptEnabled: false });
  await plain.goto(address);
  check(await plain.locator("agon-board svg").isVisible(), "the page of a game has its board without JavaScript");
  const page = await newPage({ reducedMotion: "reduce" });
  await visit(page, address + "#/contests/summer/games/1");
  await page.waitForSelector(".game-moves a");
  check(await page.locator("agon-board svg").isVisible(), "and the script draws the rest");
  await page.click(".game-quiet-rule summary");
  const rule = await page.locator(".game-quiet-rule b a").textContent();
  await page.click(".game-quiet-rule b a");
  await page.waitForSelector(".rules-found");
  check(await page.locator(".rules-found").getAttribute("id") === rule, "a rule leads to its words in the first file of the folder");
  await page.goto("about:blank");
  await visit(page, address + "#/contests/summer/games/1");
  await page.click(".top-links a");
  await page.waitForSelector("#standings table");
  check((await page.title()).includes("Summer league"), "its links lead to the other files");
}

/** Which document an address asks for. */
async function keys({ page, check, modules }) {
  await page.goto(modules + "/empty.html");
  const found = await page.evaluate(async () => {
    const { frozenKey } = await import(/** @type {any} */ ("/js/pages/frozen.js"));
    return ["#/contests/cup/games/17?me=ann/m37", "#/contests/cup/games/17/m37", "#/contests/cup/players/m5", "#/rules/reversi#R5", "#standings"].map(frozenKey);
  });
  const wanted = ["contests/cup/games/17", "contests/cup/games/17", "contests/cup/players/m5", "rules/reversi", ""];
  check(JSON.stringify(found) === JSON.stringify(wanted), "an address names a document, and a move or a rule behind it", found);
}

/** The same file with and without the page of the rules. */
async function rulesFiles(/** @type {any} */ world, /** @type {string} */ file) {
  const route = '"rules/reversi":';
  const text = fs.readFileSync(file, "utf8");
  const page = JSON.stringify(await world.json("/rules/reversi.json")).replaceAll("<", "\\u003c");
  const files = { without: file.replace(".html", "-without.html"), with: file.replace(".html", "-with.html") };
  fs.writeFileSync(files.without, text.replace(route, '"rules/nothing":'));
  fs.writeFileSync(files.with, text.includes(route) ? text : text.replace('"pages":{', () => '"pages":{' + route + page + ","));
  return files;
}

/** A rule is a link where its page is in the file, and else a word. */
async function rules({ page, check, world, file, illegal }) {
  const files = await rulesFiles(world, file);
  for (const [kind, name] of Object.entries(files)) {
    for (const where of ["#/contests/spring", `#/contests/spring/games/${illegal}`]) {
      await page.goto("about:blank");
      await visit(page, pathToFileURL(name).href + where);
      await page.waitForSelector(".fault-why, .game-verdict");
      const links = await page.$$eval("main a[href*='/rules/']", (/** @type {any[]} */ all) => all.map((one) => one.getAttribute("href")));
      check(kind === "with" ? links.length > 0 && links.every((/** @type {string} */ link) => /^#\/rules\/reversi#[GR]\d/.test(link)) : links.length === 0,
        `in a file ${kind} their page the rules on ${where} are ${kind === "with" ? "" : "not "}links`, links.join());
      check(/R\d/.test(await page.locator(".fault-why, .game-verdict").first().innerText()), "and they are named");
    }
  }
  const link = page.locator(".game-code a");
  const rule = await link.textContent();
  await link.click();
  await page.waitForSelector(".rules-ruling.rules-found");
  check(await page.locator(".rules-found").getAttribute("id") === rule && await page.locator(".rules-found").isVisible(), "the link leads to the words of the rule");
  check(await page.locator(".rules-trial, .rules-load").count() === 0, "where nobody can try a move");
  check(await page.locator(".rules-tabs a").count() === 0, "and other games have no page");
}

export async function run({ page, check, world, newPage, modules }) {
  await keys({ page, check, modules });
  await folder({ newPage, check, world });
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
  const plain = await newPage({ javaScriptEnabled: false });
  await plain.goto(address);
  check((await plain.locator("main h1").textContent()).includes("Spring cup"), "without JavaScript the name of the contest is seen");
  await page.goto("about:blank");
  await visit(page, `${address}#/contests/spring/players/ann`);
  check((await page.evaluate(() => document.querySelector("main h1")?.textContent))?.includes("ann"), "a player's page is inside, too");
  check(await page.locator(".player-head .rank-span").count() === 1, "its rank says that intervals overlap");
  await rules({ page, check, world, file, illegal: illegal.index });
}
