// A live game is watched to its end, and a viewer who comes late sees all of it.
import { visit } from "./browser.mjs";

export const name = "live";

/** How many moves the record of the game has by now. */
async function movesOf(world) {
  const game = await world.json("/contests/live/games/1.json");
  if (!game.lines) return { moves: [], live: true, lines: [] }; // it has not begun
  return { moves: game.lines.filter((/** @type {any} */ line) => line.type === "move"), live: game.live, lines: game.lines };
}

/** Waits until the server tells that. */
async function until(what) {
  for (;;) {
    const found = await what();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function run({ page, newPage, check, origin, world }) {
  world.release(6);
  await until(async () => (await movesOf(world)).moves.length >= 2);
  await visit(page, origin + "/contests/live/games/1");
  // Waits until the list of moves has a link to this one.
  const count = (/** @type {any} */ p, /** @type {number} */ ply) => p.waitForSelector(`.game-moves a[href$="m${ply}"]`, { state: "attached" });
  await count(page, 2);
  check(true, "a game under way is shown with its moves so far");

  world.release(6);
  const more = await until(async () => {
    const now = await movesOf(world);
    return now.moves.length >= 5 && now;
  });
  await count(page, more.moves.length);
  check(true, "what is played then appears by itself");

  const late = await newPage();
  await visit(late, origin + "/contests/live/games/1");
  await count(late, more.moves.length);
  check(true, "a viewer who comes late sees the game from its start");
  await late.keyboard.press("Home");
  await late.waitForFunction(() => location.hash === "#m0");
  check(true, "and can step back to it while it goes on");
  const stderrWords = late.locator("section[aria-label=stderr]");
  check((await stderrWords.innerText()).includes("It is shown when the game is over."), "what the bots say on stderr is not shown before the end");

  const board = await newPage();
  await visit(board, origin + "/");
  await board.waitForSelector("agon-board");
  check(true, "the game is on the home page as a small board");

  const player = await newPage();
  await visit(player, origin + "/contests/live/players/dora");
  await player.waitForSelector(".player-head");

  world.release(2000);
  const end = await until(async () => {
    const now = await movesOf(world);
    return !now.live && now;
  });
  await count(page, end.moves.length);
  const verdict = end.lines.at(-1);
  await page.waitForSelector(".game-verdict");
  check(verdict.type === "end" && verdict.verdict === "WON" || verdict.verdict === "DRAW", "the game is watched to its end, and its result is told");
  await player.waitForSelector("#recent");
  check(true, "the page of a player has its first result by itself");
  await count(late, end.moves.length);
  check(await late.evaluate(() => location.hash) === "#m0", "who has stepped back stays there");
  await late.waitForSelector(".game-stderr:not([hidden])");
  check(!(await stderrWords.innerText()).includes("when the game is over"), "and sees stderr up to that move, by itself");
  const stderr = end.lines.filter((/** @type {any} */ line) => line.type === "stderr");
  check(stderr.length === 2 && stderr.every((/** @type {any} */ line) => line.when_us.length > 2), "what the bots said on stderr has its times");

  const again = await world.json("/contests/live/games/1.json");
  const record = await (await fetch(origin + "/contests/live/games/1.jsonl")).text();
  check(again.lines.length === record.trimEnd().split("\n").length - 1, "the record that is stored has the lines that were shown");
}
