// The boards in a browser, against positions from the tests of the rules (tests/games).

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const name = "boards";

const WEB = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../web");
const HOME = "http://boards.test/";
const TYPES = { ".js": "text/javascript", ".css": "text/css" };
const SHELL = "<!doctype html><html lang=en><meta charset=utf-8><title>boards</title>" +
  "<link rel=stylesheet href=/style/base.css><link rel=stylesheet href=/style/boards.css>" +
  "<body><div id=place></div><script type=module src=/begin.js></script>";
const BEGIN = "import * as boards from \"/js/boards/board.js\"; window.boards = boards;";

const REVERSI_START = "---------------------------OX------XO--------------------------- X";
const REVERSI_D3 = "-------------------X-------XX------XO--------------------------- O";
const REVERSI_WIPE = "--------------------X------XXX----XXXXX----XXX------X----------- O";
const SANTORINI_BUILT = "01210/12321/02403/01210/00000 11,33 13,31 1";
const SANTORINI_NEXT = "01210/12421/02403/01210/00000 12,33 13,31 2";
const SANTORINI_START = "000000/000000/000000/000000/000000/000000 - - 1";
const STONES_START = "[[5,5,5,5,-5,0,0,0,0],[-5,6,6,6,-6,-5,0,0,0],[-5,-6,7,7,-7,-6,-5,0,0],[-5,-6,-7,5,-5,-7,-6,-5,0]," +
  "[-5,-6,-7,-5,0,5,7,6,5],[0,5,6,7,5,-5,7,6,5],[0,0,5,6,7,-7,-7,6,5],[0,0,0,5,6,-6,-6,-6,5],[0,0,0,0,5,-5,-5,-5,-5]] w first";
const STONES_EXAMPLE = "[[0,-5,19,0,5,0,0,0,0],[-10,0,0,0,-6,0,0,0,0],[-5,0,0,-7,0,5,-5,0,0],[0,-6,7,-5,0,0,-6,-5,0]," +
  "[5,0,0,0,0,0,0,-5,0],[0,0,-6,5,5,5,0,0,0],[0,0,0,0,0,-6,7,6,9],[0,0,0,0,0,-6,0,6,5],[0,0,0,0,0,-13,0,0,5]] b any";

/** Serves the modules to the page, from the folder web/. */
async function openHome(page) {
  await page.route(HOME + "**", (route) => {
    const asked = new URL(route.request().url()).pathname;
    if (asked === "/") return route.fulfill({ contentType: "text/html", body: SHELL });
    if (asked === "/begin.js") return route.fulfill({ contentType: "text/javascript", body: BEGIN });
    if (asked === "/favicon.ico") return route.fulfill({ status: 204, body: "" });
    const file = path.join(WEB, asked);
    if (!fs.existsSync(file)) return route.fulfill({ status: 404, body: "" });
    return route.fulfill({ contentType: TYPES[path.extname(file)], body: fs.readFileSync(file, "utf8") });
  });
  await page.goto(HOME);
  await page.waitForFunction(() => window.boards !== undefined);
}

/** Puts a new board into the page. */
async function putBoard(page, game, shown, how = {}) {
  await page.evaluate(([game, shown, how]) => {
    const board = window.boards.createBoard(game, how);
    Object.assign(board, how.set ?? {});
    document.getElementById("place").replaceChildren(board);
    board.style.width = "600px";
    board.show(shown, { animate: false });
    window.board = board;
    window.chosen = [];
    board.addEventListener("choose", (event) => window.chosen.push(event.detail.move));
  }, [game, shown, how]);
}

const count = (page, selector) => page.locator("agon-board " + selector).count();
const chosen = (page) => page.evaluate(() => window.chosen);

async function clickCell(page, cell) {
  const { x, y } = await page.evaluate((cell) => window.board.pointOf(cell), cell);
  await page.mouse.click(x, y);
}

async function testReversi(page, check) {
  await putBoard(page, "reversi", { position: REVERSI_START, legal: ["d3", "c4", "f5", "e6"], turn: 0 }, { set: { dots: true } });
  check(await count(page, "[data-seat='0']") === 2, "two stones of X at the start");
  check(await count(page, "[data-seat='1']") === 2, "two stones of O at the start");
  check(await count(page, "[data-cell='d4'][data-seat='1']") === 1, "O stands on d4");
  check(await count(page, "[data-dot]") === 4, "four dots at the start");
  await page.evaluate((shown) => window.board.show(shown), { position: REVERSI_D3, last: "d3", before: REVERSI_START, legal: ["c3"], turn: 1 });
  check(await count(page, "[data-seat='0']") === 4, "four stones of X after d3");
  check(await count(page, "[data-seat='1']") === 1, "one stone of O after d3");
  check(await count(page, ".board-last-dot") === 1, "the last move is marked");
  await page.evaluate((shown) => window.board.show(shown), { position: REVERSI_START, legal: [], turn: 0 });
  check(await count(page, "[data-seat]") === 4, "the stone is gone when the move is taken back");
  await putBoard(page, "reversi", { position: REVERSI_WIPE, last: "c5", legal: [], turn: null });
  check(await count(page, "[data-seat='0']") === 13 && await count(page, "[data-seat='1']") === 0, "13 to 0 at the end");
  await putBoard(page, "reversi", { position: "-----OX--XO----- X" });
  check(await page.evaluate(() => window.board.pointOf("d4").x - window.board.pointOf("c4").x > 100), "four squares fill the board of 4x4");
}

async function testSantorini(page, check) {
  await putBoard(page, "santorini", { position: SANTORINI_START, turn: 0 });
  check(await count(page, "[data-height]") === 0, "no tower at the start");
  check(await count(page, "[data-seat]") === 0, "no worker at the start");
  await putBoard(page, "santorini", { position: SANTORINI_BUILT, turn: 0 });
  const heights = (h) => count(page, `[data-height='${h}']`);
  check(await heights(1) === 6 && await heights(2) === 5 && await heights(3) === 2 && await heights(4) === 1, "towers of each height");
  check(await count(page, "[data-cell='21'][data-height='3']") === 1, "height 3 on (2,1)");
  check(await count(page, "[data-cell='31'][data-seat='1'] .board-worker-1 >> text=2") === 1, "worker 2 of second on (3,1)");
  await page.evaluate((shown) => window.board.show(shown), { position: SANTORINI_NEXT, last: "11-12+21", before: SANTORINI_BUILT, turn: 1 });
  check(await count(page, "[data-cell='21'][data-height='4']") === 1, "a dome was built on (2,1)");
  check(await count(page, "[data-cell='12'][data-seat='0']") === 1, "worker 1 of first stepped to (1,2)");
  check(await count(page, ".board-arrow") === 1 && await count(page, ".board-glow") === 1, "one arrow and one glow");
  await putBoard(page, "santorini", { position: SANTORINI_BUILT, turn: 0 }, { small: true });
  check(await count(page, "[data-height='4'] .board-dome-ribs") === 1 && await count(page, ".board-worker .board-dome-ribs") === 0,
    "on a small board ribs tell a dome from the disc of a worker");
}

async function testStones(page, check) {
  await putBoard(page, "stones", { position: STONES_START, turn: 0 });
  for (const [type, of] of [["A", 15], ["B", 9], ["C", 6]]) {
    for (const seat of [0, 1])
      check(await count(page, `[data-seat='${seat}'][data-type='${type}']`) === of, `${of} stones of type ${type} at the start, seat ${seat}`);
  }
  await putBoard(page, "stones", { position: STONES_EXAMPLE, last: "B2xE2", turn: 1 });
  check(await count(page, "[data-cell='C1'][data-seat='0'][data-type='C'][data-height='4']") === 1, "a C of height 4 on C1");
  check(await count(page, "[data-cell='F8'][data-seat='1'][data-type='A'][data-height='3']") === 1, "an A of height 3 on F8");
  check(await count(page, "[data-cell='B2'][data-seat]") === 0, "B2 was left");
  const counts = await page.evaluate((position) => window.boards.sideCounts("stones", position), STONES_EXAMPLE);
  check(counts.map((side) => side.map((c) => c.count + "/" + c.of).join(" ")).join("; ") === "9/15 2/9 3/6; 7/15 7/9 1/6", "stacks that are left");
}

async function testChoosing(page, check) {
  await putBoard(page, "reversi", { position: REVERSI_START, legal: ["d3", "c4", "f5", "e6"], turn: 0 }, { set: { choose: "legal" } });
  await clickCell(page, "e3");
  check((await chosen(page)).length === 0, "an illegal square is not chosen");
  await clickCell(page, "f5");
  check((await chosen(page)).join() === "f5", "a click chooses f5");
  await page.evaluate(() => { window.board.flipped = true; });
  await clickCell(page, "c4");
  check((await chosen(page)).at(-1) === "c4", "a click on the board turned round chooses c4");
  await page.evaluate(() => { window.board.choose = "any"; });
  await clickCell(page, "a1");
  check((await chosen(page)).at(-1) === "a1", "any square can be chosen where that was asked for");

  const legal = ["11-12+11", "11-12+22", "11-21", "33-23+33"];
  await putBoard(page, "santorini", { position: SANTORINI_BUILT, legal, turn: 0 }, { set: { choose: "legal" } });
  check(await count(page, "[data-movable]") === 2, "two workers can move");
  await clickCell(page, "11");
  check(await count(page, "[data-dot]") === 2 && await count(page, "[data-chosen='11']") === 1, "the steps of worker 1");
  await clickCell(page, "12");
  check(await count(page, "[data-dot='11']") === 1 && await count(page, "[data-dot]") === 2, "where it can build");
  await clickCell(page, "22");
  check((await chosen(page)).join() === "11-12+22", "step and build are one move");
  await clickCell(page, "11");
  await clickCell(page, "21");
  check((await chosen(page)).at(-1) === "11-21", "a winning step needs no build");

  await putBoard(page, "stones", { position: STONES_EXAMPLE, legal: ["A3+A2", "G2xF2", "pass"], turn: 1 }, { set: { choose: "legal" } });
  await clickCell(page, "A3");
  await clickCell(page, "A2");
  check((await chosen(page)).join() === "A3+A2", "a strengthening");
  await page.locator(".board-pass").click();
  check((await chosen(page)).at(-1) === "pass", "a pass");
}

async function testKeys(page, check) {
  await putBoard(page, "santorini", { position: SANTORINI_BUILT, legal: ["11-12+11", "11-12+22", "11-21"], turn: 0 }, { set: { choose: "legal" } });
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  await press("Tab");
  check(await count(page, ".board-cursor") === 1, "the cursor is shown for who uses keys");
  await press("Enter", "ArrowDown", "Enter");
  check(await count(page, "[data-chosen]") === 2, "worker and step are chosen by keys");
  await press("Escape");
  check(await count(page, "[data-chosen]") === 1, "Escape takes back");
  await press("Enter", "ArrowRight", "Enter");
  check((await chosen(page)).join() === "11-12+22", "a whole turn by keys");
  check((await page.locator("agon-board [aria-live]").textContent()).includes("(2,2), dome"), "the cursor's square is said in words");
  await putBoard(page, "stones", { position: STONES_START, legal: ["D1xE1"], turn: 0 }, { set: { choose: "legal" } });
  await press("Tab", "Enter", "ArrowRight", "Enter");
  check((await chosen(page)).join() === "D1xE1", "an attack by keys");
}

/** Is the middle of what stands on a cell free of the marks of a refused move? */
const isReadable = (page, cell) => page.evaluate((cell) => {
  const piece = document.querySelector(`agon-board [data-cell='${cell}'] text`) ?? document.querySelector(`agon-board [data-cell='${cell}']`);
  const { x, y, width, height } = piece.getBoundingClientRect();
  const svg = document.querySelector("agon-board svg");
  const marks = [...svg.querySelectorAll(".board-refused *")].filter((mark) => {
    const at = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(mark.getScreenCTM().inverse());
    return getComputedStyle(mark).fill !== "none" && mark.isPointInFill(at) || mark.isPointInStroke(at);
  });
  return marks.length === 0;
}, cell);

async function testMarks(page, check) {
  await putBoard(page, "stones", { position: STONES_EXAMPLE, last: "B2xE2", legal: ["A3+A2"], turn: 1, refused: { move: "B1xC1" } });
  check(await isReadable(page, "C1"), "the height of what was attacked in vain can be read");
  check(await count(page, ".board-arrow") === 0 && await count(page, ".board-glow") === 0, "the last move is not marked beside a refused one");
  await page.evaluate((shown) => window.board.show(shown, { animate: false }), { position: STONES_EXAMPLE, last: "B2xE2", turn: 1 });
  check(await count(page, ".board-arrow") === 1 && await count(page, ".board-refused, .board-refused-arrow") === 0, "and is again when one steps back");
  await putBoard(page, "santorini", { position: SANTORINI_BUILT, legal: ["11-12+22"], turn: 0, refused: { move: "11-31" } });
  check(await count(page, "[data-refused='31']") === 1 && await isReadable(page, "31"), "so can the number of the worker in the way");
  await putBoard(page, "reversi", { position: REVERSI_START, last: "d3", legal: ["d3"], turn: 0, refused: { move: "d4" } });
  check(await isReadable(page, "d4") && await count(page, ".board-last-dot") === 0, "and the colour of the stone on a taken square");
  await putBoard(page, "stones", { position: STONES_START, legal: ["D1xE1"], turn: 0, refused: { position: STONES_START, move: "A1xC3" } });
  check(await count(page, "[data-refused='C3']") === 1 && await count(page, ".board-refused-arrow") === 1, "what was attacked is marked");
  await putBoard(page, "stones", { position: STONES_START, legal: ["D1xE1"], turn: 0, refused: { move: "E1xD1" } });
  check(await count(page, "[data-refused='E1']") === 1, "a stack of the opponent is marked");
  await putBoard(page, "stones", { position: STONES_START, legal: ["D1xE1"], turn: 0, refused: { meaning: "from X 3, Y 0, which is D1, to X 6, Y 1, which is off the board" } });
  check(await count(page, "[data-refused='6,1']") === 1, "a place off the board is marked at the edge");
  await putBoard(page, "reversi", { position: REVERSI_START, legal: ["d3"], turn: 0, refused: { meaning: "row 1, column 2 is c2" } });
  check(await count(page, "[data-refused='c2']") === 1, "what a message meant is marked");
  await putBoard(page, "santorini", { position: SANTORINI_BUILT, legal: ["11-12+22"], turn: 0, refused: { move: "11-12+13" } });
  check(await count(page, "[data-refused='13']") === 1, "the build was wrong, not the step");
}

async function testWords(page, check) {
  await putBoard(page, "reversi", { position: REVERSI_D3, turn: 1 });
  const svg = page.locator("agon-board svg");
  check(await svg.getAttribute("role") === "img", "who watches sees a picture");
  check((await svg.getAttribute("aria-label")) === "Reversi, 8 by 8. X has 4 stones: d3 d4 e4 d5. O has 1 stone: e5. Turn of O.", "a position in words");
  await page.evaluate(() => { window.board.choose = "legal"; });
  check(await svg.getAttribute("role") === "application" && await svg.getAttribute("tabindex") === "0", "who chooses can reach the board by keys");
  const file = await page.evaluate(() => window.board.toSvg());
  check(file.startsWith("<svg") && file.includes("<title>Reversi") && !file.includes("class=") && !file.includes("var("), "a file without foreign styles");
  const drawn = await page.evaluate((file) => new DOMParser().parseFromString(file, "image/svg+xml").querySelectorAll("[data-seat]").length, file);
  check(drawn === 5, "all stones are in the file");
  await putBoard(page, "stones", { position: "nonsense" });
  check((await svg.getAttribute("aria-label")) === "A position that cannot be read.", "a position that cannot be read is said to be so");
}

async function testMotion(page, check) {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const start = { position: REVERSI_START, turn: 0 };
  const next = { position: REVERSI_D3, last: "d3", before: REVERSI_START, turn: 1 };
  await putBoard(page, "reversi", start);
  const moving = await page.evaluate((next) => { window.board.show(next); return document.getAnimations().length; }, next);
  check(moving === 3, "one stone comes, both sides of one stone turn");
  const cut = await page.evaluate((start) => { window.board.show(start, { animate: false }); return document.getAnimations().length; }, start);
  check(cut === 0, "motion is cut short by what is shown next");
  await page.emulateMedia({ reducedMotion: "reduce" });
  const still = await page.evaluate((next) => { window.board.show(next); return document.getAnimations().length; }, next);
  check(still === 0, "nothing moves where motion is not wanted");
  await page.emulateMedia({ reducedMotion: null });
}

/** @param {{page: any, check: (condition: boolean, words: string) => void}} harness */
export async function run({ page, check }) {
  await openHome(page);
  for (const test of [testReversi, testSantorini, testStones, testChoosing, testKeys, testMarks, testWords, testMotion])
    await test(page, check);
}
