// screenshots.mjs AGON FOLDER: a picture of every page, in three sizes, light and dark, and of the frozen
// report from its file. FOLDER is emptied first. Pages are taken as a whole; a link that scrolls is taken
// as it is seen.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { launch, Pages, SIZES, visit } from "./browser.mjs";
import { pages, World } from "./world.mjs";

/** Asks for the analysis of the game and waits for its end. @param {import("playwright-core").Page} page */
async function analyse(page) {
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.waitForFunction(() => /^by @/.test(document.querySelector(".game-chart[aria-label='Evaluation'] .muted")?.textContent ?? ""));
}

/** Waits until nothing on the page moves any more. @param {import("playwright-core").Page} page */
const rest = (page) => page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== "running"));

/** The frozen report of a contest and where its pages are. @param {World} world @param {number} fault the number of a game */
async function frozen(world, fault) {
  const file = path.join(world.folder, "spring.html");
  const { status, out } = await world.agon("report", "spring.yaml", "--html", "-o", file);
  if (status !== 0) throw new Error(out);
  const address = pathToFileURL(file).href;
  return [["contest", ""], ["game", `#/contests/spring/games/${fault}`], ["player", "#/contests/spring/players/offboard"]]
    .map(([word, where]) => ({ word: "frozen-" + word, address: address + where }));
}

async function main() {
  const [agon, folder] = process.argv.slice(2);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const world = new World(agon);
  const browser = await launch();
  const all = new Pages(browser);
  all.allowed.push(/./); // pictures are no test
  try {
    await world.play();
    const origin = await world.serve();
    world.release(24);
    const list = (await pages(world)).map(({ word, address }) => ({ word, address: origin + address }));
    // A game whose analysis is done, and a link to a fault.
    const analysed = "game-analysis";
    const illegal = await world.fault("ILLEGAL");
    const scrolled = "game-fault-link";
    list.push({ word: analysed, address: origin + "/contests/autumn/games/2#m20" },
      { word: scrolled, address: `${origin}/contests/spring/games/${illegal.number}?me=offboard#m${illegal.moves}` },
      ...await frozen(world, illegal.number));
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      for (const [size, viewport] of Object.entries(SIZES)) {
        const page = await all.open({ viewport, colorScheme, hasTouch: size === "phone", isMobile: size === "phone" });
        for (const { word, address } of list) {
          await page.goto("about:blank"); // a page that differs behind # only is loaded, too
          await visit(page, address);
          if (word === analysed) await analyse(page);
          await rest(page);
          const file = path.join(folder, `${word}-${size}-${colorScheme}.png`);
          await page.screenshot({ path: file, fullPage: word !== scrolled });
        }
        await page.context().close();
      }
    }
    console.log(`${fs.readdirSync(folder).length} pictures in ${folder}`);
  } finally {
    await browser.close();
    await world.end();
  }
}

await main();
