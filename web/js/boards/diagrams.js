// The boards that the rules draw with letters and lines, read back: a page shows them as boards.

import { stonesAt, stonesCell } from "./stones_text.js";

/**
 * @typedef {object} BoardDiagram
 * @property {string} position
 * @property {string | null} last the move that is marked in it
 * @property {string[]} dots
 */

/**
 * The cells of a table that is drawn with lines, row by row.
 * @param {string} text
 */
function diagramRows(text) {
  return text.split("\n").filter((line) => /^ *\d+ │/.test(line)).map((line) =>
    line.slice(line.indexOf("│") + 1, line.lastIndexOf("│")).split("│"));
}

/**
 * @param {string} text
 * @returns {BoardDiagram | null}
 */
function diagramReversi(text) {
  const rows = diagramRows(text);
  if (![4, 6, 8].includes(rows.length) || rows.some((row) => row.length !== rows.length)) return null;
  const name = (/** @type {number} */ x, /** @type {number} */ y) => String.fromCharCode(97 + x) + (y + 1);
  let squares = "";
  let turn = "X";
  /** @type {string | null} */
  let last = null;
  /** @type {string[]} */
  const dots = [];
  rows.forEach((row, y) => row.forEach((cell, x) => {
    squares += cell.includes("●") ? "X" : cell.includes("○") ? "O" : "-";
    if (cell.includes("·")) dots.push(name(x, y));
    if (!cell.includes("(")) return;
    last = name(x, y);
    turn = cell.includes("●") ? "O" : "X";
  }));
  return { position: squares + " " + turn, last, dots };
}

/**
 * @param {string} text
 * @returns {BoardDiagram | null}
 */
function diagramSantorini(text) {
  const rows = diagramRows(text);
  if (![5, 6].includes(rows.length) || rows.some((row) => row.length !== rows.length)) return null;
  /** @type {string[][]} */
  const workers = [["-", "-"], ["-", "-"]];
  const path = ["", "", ""];
  let moved = 1; // first is to move if nobody has
  const heights = rows.map((row, y) => row.map((cell, x) => {
    const worker = /([●○])([12])/.exec(cell);
    if (worker !== null) workers[worker[1] === "●" ? 0 : 1][Number(worker[2]) - 1] = String(x) + y;
    if (cell.includes("[ ")) path[0] = String(x) + y;
    if (/\[[●○]/.test(cell)) {
      path[1] = String(x) + y;
      moved = cell.includes("●") ? 0 : 1;
    }
    if (cell.includes("+")) path[2] = String(x) + y;
    return /[1-4]/.exec(cell.slice(0, 3))?.[0] ?? "0";
  }).join("")).join("/");
  const side = (/** @type {number} */ seat) => (workers[seat][0] === "-" ? "-" : workers[seat].join(","));
  const last = path[1] === "" ? null : path[0] + "-" + path[1] + (path[2] === "" ? "" : "+" + path[2]);
  return { position: heights + " " + side(0) + " " + side(1) + " " + (2 - moved), last, dots: [] };
}

/**
 * @param {string} text
 * @returns {BoardDiagram | null}
 */
function diagramStones(text) {
  if (!/White +\d+ A/.test(text)) return null;
  const rows = text.split("\n").filter((line) => line.includes("────")).map((line) =>
    Array.from(line.matchAll(/([([]?)(··|[A-Ca-c]\d+)/g), (match) => ({ mark: match[1], stack: match[2] })));
  const board = Array.from({ length: 9 }, () => Array(9).fill(0));
  const marked = { "(": "", "[": "" };
  for (const [y, row] of rows.entries()) {
    const cells = Array.from({ length: 9 }, (_, x) => stonesCell(x, y)).filter((cell) => cell !== null);
    if (cells.length !== row.length) return null;
    for (const [i, { mark, stack }] of row.entries()) {
      const { x } = stonesAt(/** @type {string} */ (cells[i]));
      const type = "abc".indexOf(stack[0].toLowerCase()) + 1;
      if (type > 0) board[y][x] = (stack[0] < "a" ? 1 : -1) * (Number(stack.slice(1)) * 4 + type);
      if (mark === "(" || mark === "[") marked[mark] = /** @type {string} */ (cells[i]);
    }
  }
  const turn = /^(White|Black) attacks(.*)/m.exec(text);
  const phase = turn === null ? "attack" : turn[2].includes("strengthens") ? "any" : turn[2].includes("first turn") ? "first" : "attack";
  const seat = (turn?.[1] ?? (text.includes("Black has won") ? "White" : "Black")) === "White" ? "w" : "b";
  const isAttack = phase === "any"; // what led to a free move was an attack
  const last = marked["["] === "" ? null : marked["("] + (isAttack ? "x" : "+") + marked["["];
  return { position: JSON.stringify(board) + " " + seat + " " + phase, last, dots: [] };
}

const DIAGRAM_READERS = { reversi: diagramReversi, santorini: diagramSantorini, stones: diagramStones };

/**
 * The board that a block of text draws. Null: it draws none.
 * @param {string} game
 * @param {string} text
 * @returns {BoardDiagram | null}
 */
export function diagramRead(game, text) {
  return game in DIAGRAM_READERS ? DIAGRAM_READERS[/** @type {"reversi"} */ (game)](text) : null;
}
