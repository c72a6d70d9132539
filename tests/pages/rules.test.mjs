// The pages of the rules, as the server shows them: boards in the text, and moves that are tried.

import { visit } from "./browser.mjs";

export const name = "rules";

const trialBoard = ".rules-trial agon-board";

async function openRules(page, origin, game, ending = "") {
  await visit(page, origin + "/rules/" + game + ending); // what the server has drawn is not to be used yet
}

/** Clicks on cells of the board at the side. */
async function clickCells(page, ...cells) {
  for (const cell of cells) {
    const { x, y } = await page.evaluate(([board, cell]) => {
      const element = document.querySelector(board);
      element.scrollIntoView({ block: "center" });
      return element.pointOf(cell);
    }, [trialBoard, cell]);
    await page.mouse.click(x, y);
  }
}

async function hears(page, words) {
  await page.waitForFunction((words) => document.querySelector(".rules-answer").textContent.includes(words), words);
  return page.locator(".rules-answer").textContent();
}

async function typeMove(page, move) {
  await page.fill(".rules-typed", move);
  await page.press(".rules-typed", "Enter");
}

async function testReversi(page, check, origin) {
  await openRules(page, origin, "reversi");
  check(await page.locator(".rules-diagram agon-board").count() === 10, "the ten drawings of the page are boards");
  check(await page.locator(trialBoard + " [data-dot]").count() === 4, "four legal moves are marked");
  await clickCells(page, "e3");
  const refusal = await hears(page, "is refused");
  check(refusal.includes("rule R3") && refusal.includes("turns no stone"), "a refusal names its rule and says why");
  check(await page.locator(trialBoard + " [data-refused='e3']").count() === 1, "the board marks what was refused");
  await page.click(".rules-refusal a");
  check(await page.evaluate(() => document.querySelector(":target")?.id) === "R3", "the rule is a link to the ruling");
  await clickCells(page, "d3");
  await hears(page, "X puts a stone on d3 and turns 1");
  check(await page.locator(trialBoard + " [data-seat='0']").count() === 4, "a legal move is played");
  await page.click("text=Take back");
  check(await page.locator(trialBoard + " [data-seat='0']").count() === 2, "and can be taken back");
  await typeMove(page, "zz");
  check((await hears(page, "cannot be read")).includes("zz"), "what cannot be read is said to be so");
  await page.selectOption(".rules-controls select", { label: "X has to pass" });
  await page.waitForSelector(trialBoard + " [data-cell='c1'][data-seat='1']");
  await page.click(".rules-buttons >> text=Pass");
  check((await hears(page, "X has no move and passes")).includes("--"), "a forced pass is played");
}

async function testOthers(page, check, origin) {
  await openRules(page, origin, "santorini");
  await page.selectOption(".rules-controls select", { label: "A town, a step from winning" });
  await page.waitForSelector(trialBoard + " [data-cell='11'][data-seat='0']");
  await clickCells(page, "33", "42");
  check((await hears(page, "is refused")).includes("2 levels up"), "a step that is too high is refused before any build");
  await clickCells(page, "11", "21");
  check((await hears(page, "has won")).includes("First has won"), "a winning step wins");
  await openRules(page, origin, "stones", "#T5");
  check(await page.evaluate(() => document.querySelector(":target")?.id) === "T5", "a link to a ruling leads there");
  check(await page.locator(".rules-text > p a[href='#G3']").count() === 0, "the place G3 is not taken for the ruling G3");
  await page.locator(".rules-load").nth(1).click();
  await page.waitForSelector(trialBoard + " [data-cell='C1'][data-height='4']");
  await clickCells(page, "A3", "A2");
  check((await hears(page, "A3+A2")).includes("Black"), "a board of the text can be tried");
}

/** @param {{page: any, check: (condition: boolean, words: string) => void, origin: string}} harness */
export async function run({ page, check, origin }) {
  await testReversi(page, check, origin);
  await testOthers(page, check, origin);
}
