// screenshots.mjs AGON FOLDER: a picture of every page, in three sizes, light and dark. FOLDER is
// emptied first. Pages are taken as a whole on a phone, and as they are seen elsewhere; so is a link that
// scrolls.
import fs from "node:fs";
import path from "node:path";
import { launch, Pages, SIZES, visit } from "./browser.mjs";
import { pages, World } from "./world.mjs";

/** Asks for the analysis of the game and waits for its end. @param {import("playwright-core").Page} page */
async function analyse(page) {
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.waitForFunction(() => /^by @/.test(document.querySelector(".game-chart[aria-label='Evaluation'] .muted")?.textContent ?? ""));
}

/** Waits until nothing on the page moves any more. @param {import("playwright-core").Page} page */
const rest = (page) => page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== "running"));

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
    const list = await pages(world);
    // A game whose analysis is done, and a link to a fault.
    const analysed = "game-analysis";
    const illegal = await world.fault("ILLEGAL");
    const scrolled = "game-fault-link";
    list.push({ word: analysed, address: "/contests/autumn/games/2#m20" },
      { word: scrolled, address: `/contests/spring/games/${illegal.number}?me=offboard#m${illegal.moves}` });
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      for (const [size, viewport] of Object.entries(SIZES)) {
        const page = await all.open({ viewport, colorScheme, hasTouch: size === "phone", isMobile: size === "phone" });
        for (const { word, address } of list) {
          await visit(page, origin + address);
          if (word === analysed) await analyse(page);
          await rest(page);
          const file = path.join(folder, `${word}-${size}-${colorScheme}.png`);
          await page.screenshot({ path: file, fullPage: size === "phone" && word !== scrolled });
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
