// The page of a game: stepping by keys, mouse and touch, links, downloads, and a fault down to its byte.
import fs from "node:fs";
import { overflow, SIZES, visit } from "./browser.mjs";

export const name = "game";

/** The number of the shown move. */
const shown = (/** @type {any} */ page) =>
  page.evaluate(() => Number(document.querySelector(".game-moves [aria-current]")?.getAttribute("data-ply")));

/** Waits until the address ends like that. */
const named = (/** @type {any} */ page, /** @type {string} */ end) =>
  page.waitForFunction((/** @type {string} */ words) => location.hash === words, end);

/** A game, as its document and its moves. */
async function gameOf(world, address) {
  const data = await world.json(address + ".json");
  const lines = (/** @type {string} */ type) => data.lines.filter((/** @type {any} */ line) => line.type === type);
  return { data, moves: lines("move"), from: lines("from"), stderr: lines("stderr"), end: data.lines.at(-1) };
}

async function testKeys(page, check, address, last) {
  await visit(page, address);
  check(await shown(page) === last, "a game that is over opens with its end");
  const press = async (/** @type {string} */ key, /** @type {number} */ ply, /** @type {string} */ words) => {
    await page.keyboard.press(key);
    check(await shown(page) === ply, words);
  };
  await press("Home", 0, "Home leads to the start");
  await press("ArrowLeft", 0, "before the start there is nothing");
  await press("ArrowRight", 1, "the right arrow is one move on");
  await press("ArrowRight", 2, "and one more");
  await press("ArrowLeft", 1, "the left arrow is one move back");
  await press("End", last, "End leads to the last move");
  await press("ArrowRight", last, "behind it there is nothing");
  await named(page, "#m" + last);
  check(true, "the address names the shown move");

  await page.keyboard.press("Home");
  for (let i = 0; i < 2; i++) await page.keyboard.press("+");
  check(await page.evaluate(() => document.querySelector(".game-choices select")?.selectedIndex) === 4, "+ makes it faster, up to 4");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.querySelector(".game-moves [aria-current]")?.getAttribute("data-ply")) >= 3);
  await page.keyboard.press("Space");
  check(await page.getByRole("button", { name: "Play (Space)" }).count() === 1, "Space plays, and pauses again");
  const flipped = () => page.evaluate(() => /** @type {any} */ (document.querySelector("agon-board")).flipped);
  await page.keyboard.press("f");
  check(await flipped(), "F flips the board");
  await page.keyboard.press("?");
  check(await page.locator("dialog.game-keys").isVisible(), "? shows the keys");
  await page.keyboard.press("Escape");
  check(!(await page.locator("dialog.game-keys").isVisible()), "Escape takes them away");
}

async function testMouse(page, check, address, game) {
  await visit(page, address);
  const last = game.moves.length;
  await page.locator(".game-moves [data-ply='2']").click();
  check(await shown(page) === 2, "a click on a move shows it");
  const caption = await page.locator(".game-caption").innerText();
  check(caption.includes(game.moves[1].words), "what it does is told in words", caption);
  await page.getByRole("button", { name: "One move on" }).click();
  await page.getByRole("button", { name: "One move on" }).click();
  await page.getByRole("button", { name: "One move back" }).click();
  check(await shown(page) === 3, "the buttons step");
  await page.getByRole("button", { name: "To the start" }).click();
  check(await shown(page) === 0, "and lead to the start");
  await page.getByRole("button", { name: "To the last move" }).click();
  check(await shown(page) === last, "and to the end");
}

async function testTouch(newPage, check, address) {
  const page = await newPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await visit(page, address + "#m4");
  // Before any swipe: Chromium takes a tap right behind one for the end of a fling.
  const steps = await page.locator(".game-steps").boundingBox();
  check(Math.abs(steps.y + steps.height - 740) < 1, "the buttons are at the lower edge of a phone");
  await page.getByRole("button", { name: "One move on" }).tap();
  await named(page, "#m5");
  check(await shown(page) === 5, "and can be tapped");
  const box = await page.locator("agon-board").boundingBox();
  const session = await page.context().newCDPSession(page);
  const y = box.y + box.height / 2;
  const swipe = async (/** @type {number} */ from, /** @type {number} */ to) => {
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: box.x + from * box.width, y }] });
    for (let i = 1; i <= 4; i++)
      await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: box.x + (from + ((to - from) * i) / 4) * box.width, y }] });
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await swipe(0.8, 0.3);
  await named(page, "#m6");
  check(await shown(page) === 6, "a swipe to the left is one move on");
  await swipe(0.3, 0.8);
  await named(page, "#m5");
  check(await shown(page) === 5, "and to the right one move back");
}

async function testLinks(page, check, address, game) {
  await visit(page, address + "#m3");
  check(await shown(page) === 3, "a link to a move shows it");
  await page.evaluate(() => { location.hash = "#m4"; });
  await page.waitForFunction(() => document.querySelector(".game-moves [aria-current]")?.getAttribute("data-ply") === "4");
  check(true, "so does another address on the same page");
  await page.goto("about:blank");
  await visit(page, address + "#m9999");
  check(await shown(page) === game.moves.length, "a move that there is not means the last one");
  for (const seat of [0, 1]) {
    const player = game.data.players[seat].name;
    await page.goto("about:blank");
    await visit(page, address + "?me=" + encodeURIComponent(player));
    const plate = await page.locator(".game-plate.game-bottom .name").innerText();
    check(plate === player, `?me= puts ${player} at the bottom`, plate);
    check(await page.evaluate(() => /** @type {any} */ (document.querySelector("agon-board")).flipped) === (seat === 1),
      `and turns the board for seat ${seat}`);
  }
}

async function downloaded(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { bytes: fs.readFileSync(await download.path()), file: download.suggestedFilename() };
}

async function testDownloads(page, check, address, game) {
  await visit(page, address + "#m3");
  const row = page.getByRole("group", { name: "Downloads" });
  const record = await downloaded(page, row.getByRole("link", { name: "Record" }));
  const lines = record.bytes.toString().trimEnd().split("\n");
  check(lines.length === game.data.lines.length + 1 && JSON.parse(lines[0]).type === "game", "the record has a line for each line of the page");
  const text = await downloaded(page, row.getByRole("link", { name: "Text" }));
  check(text.bytes.toString().includes(game.data.players[0].name) && text.file.endsWith(".txt"), "the text names the players");
  const svg = await downloaded(page, row.getByRole("button", { name: "SVG" }));
  check(svg.bytes.toString().includes("<svg") && svg.file.endsWith("-m3.svg"), "the picture of a position is an SVG", svg.file);
  const png = await downloaded(page, row.getByRole("button", { name: "PNG" }));
  const isPng = png.bytes.subarray(1, 4).toString() === "PNG";
  check(isPng && png.bytes.readUInt32BE(16) === 1200, "or a PNG that is 1200 pixels wide");
}

async function testFault(page, check, address, game) {
  const { end } = game;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await visit(page, address);
  const card = page.locator(".game-verdict");
  check(await card.getAttribute("data-verdict") === "ILLEGAL", "a fault has its card");
  const words = await card.innerText();
  check(words.includes(game.data.players[end.blame].name), "it names who made it");
  check(words.includes(end.expected) && words.includes(end.seen), "what was expected and what was seen");
  check(words.includes(end.rule_text.slice(0, 40)), "the rule in its own words");
  check(await card.locator(`a[href='/rules/${game.data.game}#${end.rule}']`).count() > 0, "with a link to it");
  const sent = game.from.filter((/** @type {any} */ line) => line.seat === end.blame).at(-1).text;
  const marked = await card.locator(".game-sent mark").innerText();
  const at = Buffer.from(sent).subarray(end.byte).toString();
  check(marked !== "" && at.startsWith(marked), "the message is marked at its byte", `${marked} in ${sent}, byte ${end.byte}`);
  check((await card.locator(".game-sent").innerText()) === sent, "the message is as it was sent");
  check(words.includes(JSON.stringify(end.refused.legal[0])), "what would have been legal");
  await card.getByRole("button", { name: "Copy" }).first().click();
  await card.getByRole("button", { name: "Copied" }).waitFor();
  check(await page.evaluate(() => navigator.clipboard.readText()) === end.command, "the command is copied with one click");
  const last = page.locator(".game-messages");
  check((await last.innerText()).includes(sent), "the messages of the fault stand below");
  await page.waitForFunction(() => {
    const list = document.querySelector(".game-messages")?.getBoundingClientRect();
    const wrong = [...document.querySelectorAll(".game-message.game-from pre")].at(-1)?.getBoundingClientRect();
    return list !== undefined && wrong !== undefined && wrong.top >= list.top - 1 && wrong.bottom <= list.bottom + 1;
  });
  check(true, "and the one that was wrong is not cut");
  await page.keyboard.press("Home");
  await page.keyboard.press("]");
  check(await shown(page) === game.moves.length, "] leads to the fault");
}

/** A link to a fault leads to the message: on a phone beside the board, on a laptop with room for it. */
async function testFaultLink(newPage, check, address, game) {
  const link = address + "?me=" + encodeURIComponent(game.data.players[game.end.blame].name) + "#m" + game.moves.length;
  const phone = await newPage({ viewport: SIZES.phone, hasTouch: true, isMobile: true });
  await visit(phone, link);
  const steps = await phone.locator(".game-steps").boundingBox();
  const mark = await phone.locator(".game-sent mark").boundingBox();
  check(mark.y > 0 && mark.y + mark.height <= steps.y, "on a phone a link to a fault shows the marked byte", JSON.stringify([mark, steps]));
  const board = await phone.locator("agon-board").boundingBox();
  check(board.y + board.height > 200, "with the board above it", JSON.stringify(board));
  await visit(phone, address);
  check(await phone.evaluate(() => scrollY) === 0, "the game itself opens at its top");
  const top = async () => (await phone.locator("agon-board").boundingBox()).y;
  const before = await top();
  await phone.locator(".game-top .game-plate-foot .muted").first().evaluate((/** @type {Element} */ e) => { e.textContent = "many words ".repeat(20); });
  await phone.locator(".game-top .name").evaluate((/** @type {Element} */ e) => { e.textContent = "W".repeat(32); });
  check(await top() === before, "what a plate says moves no board");
  for (const width of [1000, 1280, 1440]) {
    const page = await newPage({ viewport: { width, height: 900 } });
    await visit(page, link);
    const [card, plate] = [await page.locator(".game-verdict").boundingBox(), await page.locator(".game-plate").first().boundingBox()];
    check(Math.abs(card.width - plate.width) < 2, `the card has all the room beside the board at ${width} pixels`, `${card.width} of ${plate.width}`);
    check(await overflow(page) === "", "and nothing is cut");
  }
}

async function testLate(page, check, address, game) {
  const time = game.end.answer;
  await visit(page, address);
  const words = await page.locator(".game-late").innerText();
  const ms = (/** @type {number} */ us) => Math.ceil(us / 1000).toLocaleString("en") + " ms";
  check(words.includes(ms(time.charged_us) + " charged of " + ms(1000 * time.limit_ms)), "who lost on time sees how much of how much", words);
  check(words.includes("Wall " + ms(time.wall_us)), "and the wall clock");
  const plate = await page.locator(".game-plate", { has: page.locator(".game-state .bad") }).locator(".game-plate-foot .muted").first().innerText();
  check(plate.startsWith("no answer: " + ms(time.charged_us) + " of " + ms(1000 * time.limit_ms)), "the plate says the same, and that nothing was answered", plate);
  const row = await page.locator(".game-moves .game-fault .game-took").textContent();
  check(row === ms(time.charged_us), "so does the list of moves", row);
  const most = await page.locator("section[aria-label=Time] > .muted").first().innerText();
  check(most.endsWith(": " + ms(time.charged_us) + " of " + ms(1000 * time.limit_ms)), "and the strip of time", most);
}

async function testAnalysis(page, check, address) {
  await visit(page, address);
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.waitForFunction(() => /waits for|looks at|^by @/.test(
    document.querySelector(".game-chart[aria-label='Evaluation'] .muted")?.textContent ?? ""));
  check(true, "the analysis is asked for by a button, and the page says how far it is");
  await page.waitForSelector(".game-evaluation:not([hidden]) .game-line");
  const [above, below, field] = await Promise.all([".game-above .seat-mark.second", ".game-below .seat-mark.first", ".game-evaluation"]
    .map((part) => page.locator(part).boundingBox()));
  check(above !== null && below !== null && field !== null && Math.min(above.width, below.width) >= 8 && above.y >= field.y && above.y + above.height < below.y && below.y + below.height <= field.y + field.height,
    "the graph says by the signs of the seats whose part is above and whose below");
}

/** The parts that need no game: which token a byte means, and what of stderr had been written when. */
async function testParts(page, check, modules) {
  await page.goto(modules + "/empty.html");
  const spans = await page.evaluate(async () => {
    const { duration, exactMs } = await import(/** @type {any} */ ("/js/format.js"));
    return [duration(711200), exactMs(711200), duration(999300), exactMs(1204000), duration(400)];
  });
  check(JSON.stringify(spans) === JSON.stringify(["712 ms", "712 ms", "1.0 s", "1,204 ms", "< 1 ms"]), "a time is rounded in one way", spans);
  const tokens = await page.evaluate(async () => {
    const { tokenAt, visibleText } = await import(/** @type {any} */ ("/js/game/visible.js"));
    const at = (/** @type {string} */ text, /** @type {number} */ byte) => {
      const { start, end } = tokenAt(text, byte);
      return text.slice(start, end);
    };
    const long = "[" + "1,".repeat(200) + "1]";
    return [at('{"n\u00e4me":[5, 6]}', 9), at('{"a":"x y"}', 7), at('{"a":-1.5e3}', 5), at(long, 0), at("{}", 2), at("d3 \ufffd\u001b!", 4),
      visibleText("a\u001b[2J\u202eb\n")];
  });
  const wanted = ["[5, 6]", '"x y"', "-1.5e3", "[", "", "\u001b", "a\u241b[2J\u27e8U+202E\u27e9b\n"];
  const words = ["a short list is marked whole, by bytes and not by letters", "a string is marked whole", "so is a number",
    "of a long list only its bracket", "behind the end nothing is marked", "a byte that is no UTF-8 counts as one", "what cannot be seen is shown as a sign"];
  tokens.forEach((/** @type {string} */ token, /** @type {number} */ i) => check(token === wanted[i], words[i], token));
  const parts = await page.evaluate(async () => {
    const { stderrUntil } = await import(/** @type {any} */ ("/js/game/talk.js"));
    const line = { text: "a\u00e4\nb\n", tail: "zz\n", dropped_bytes: 9, when_us: [0, 10, 4, 20, 6, 30] };
    return [[-1, 5], [-1, 10], [10, 20], [20, 30]].map(([old, until]) => {
      const { from, to } = stderrUntil(line, old, until);
      return (line.text + line.tail).slice(from, to);
    });
  });
  check(JSON.stringify(parts) === JSON.stringify(["", "a\u00e4\n", "b\n", "zz\n"]), "stderr goes with the moves, from its first part into its last", parts.join("|"));
}

export async function run({ page, newPage, check, origin, modules, world }) {
  await testParts(page, check, modules);
  const list = await world.json("/contests/spring/games.json?verdict=WON");
  const won = "/contests/spring/games/" + list.games[0].number;
  const game = await gameOf(world, won);
  check(game.moves.length > 8, "there is a game to walk through");
  await testKeys(page, check, origin + won, game.moves.length);
  await testMouse(page, check, origin + won, game);
  await testTouch(newPage, check, origin + won);
  await testLinks(page, check, origin + won, game);
  await testDownloads(page, check, origin + won, game);
  const illegal = "/contests/spring/games/" + (await world.fault("ILLEGAL")).number;
  await testFault(page, check, origin + illegal, await gameOf(world, illegal));
  await testFaultLink(newPage, check, origin + illegal, await gameOf(world, illegal));
  const late = "/contests/late/games/" + (await world.fault("TIMEOUT", "late")).number;
  await testLate(page, check, origin + late, await gameOf(world, late));
  await testAnalysis(page, check, origin + won);
}
