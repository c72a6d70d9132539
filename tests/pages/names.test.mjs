// Names are text, whatever they look like.
import { visit } from "./browser.mjs";
import { NAMES } from "./world.mjs";

export const name = "names";

export async function run({ page, check, origin }) {
  page.on("dialog", () => check(false, "no name runs as a script"));
  await visit(page, origin + "/contests/strange");
  const shown = await page.evaluate(() => [...document.querySelectorAll("bdi")].map((e) => e.textContent));
  for (const text of NAMES) check(shown.includes(text), `the contest shows ${text} as it is`);
  check(await page.evaluate(() => document.querySelector("main script, main img") === null &&
    [...document.querySelectorAll("b")].every((e) => e.textContent !== "Strange")), "no name became an element");
  check((await page.title()).includes("<b>Strange</b> & 'names'"), "the title of the contest is its name");
  for (const text of NAMES) {
    await visit(page, `${origin}/contests/strange/players/${encodeURIComponent(text)}`);
    const head = await page.evaluate(() => document.querySelector("main h1")?.textContent);
    check(head?.includes(text), `${text} has a page`);
    const link = await page.evaluate(() => [...document.querySelectorAll("main a[href*='/games/']")].map((a) => a.getAttribute("href"))[0] ?? "");
    check(link.startsWith("/contests/strange/games/"), `from which its games are linked`);
  }
  await visit(page, origin + "/contests/strange/games/1");
  check(await page.evaluate(() => document.querySelector("main script, main img") === null), "nor on the page of a game");
}
