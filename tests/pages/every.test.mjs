// What must hold on every page: in both themes, from a phone to a hall.
import { SIZES, overflow, violations, visit } from "./browser.mjs";
import { pages } from "./world.mjs";

export const name = "every page";

export async function run({ check, newPage, origin, world, allow }) {
  allow(/404.*\/contests\/nothing/); // the page that is missing on purpose
  const list = await pages(world);
  for (const colorScheme of ["light", "dark"]) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const page = await newPage({ viewport, colorScheme, hasTouch: size === "phone" });
      for (const { word, address } of list) {
        await visit(page, origin + address);
        const wide = await overflow(page);
        check(wide === "", `${word} fits a ${size}, ${colorScheme}`, wide);
        if (size === "hall") continue; // the same elements as on a laptop
        const found = await violations(page);
        check(found.length === 0, `${word} has no violation by axe-core on a ${size}, ${colorScheme}`, found.join("\n"));
      }
      await page.context().close();
    }
  }
  const page = await newPage({ reducedMotion: "reduce" });
  for (const { word, address } of list) {
    await visit(page, origin + address);
    const moving = await page.evaluate(() => document.getAnimations().filter((a) => Number(a.effect?.getComputedTiming().duration) > 1).length);
    check(moving === 0, `nothing moves on ${word} where no motion is wanted`);
  }
  for (const { word, address } of list) {
    const response = await fetch(origin + (address === "/" ? "/index" : address) + ".json");
    const document = await response.json();
    check(typeof document.schema === "string", `${word} is there as JSON, too`);
    await visit(page, origin + address);
    const shown = await page.evaluate(() => document.title);
    check(shown.length > " · agon".length, `${word} has a title`);
  }
}
