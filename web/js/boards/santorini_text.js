// Santorini as text: positions and moves as docs/rules/santorini.md writes them, and words about
// them. A square is called by its two digits, "xy".

/**
 * @typedef {object} SantoriniState
 * @property {number} size
 * @property {number[]} heights row by row from the north-west
 * @property {(string | null)[][]} workers by seat: the squares of workers 1 and 2, null if not placed
 * @property {number} turn
 */

const SANTORINI_SEATS = ["first", "second"];

/**
 * @param {string} text such as "11,33", "11,-" or "-"
 * @param {number} size
 * @returns {(string | null)[] | null}
 */
function santoriniWorkers(text, size) {
  const parts = text.split(",");
  if (parts.length > 2) return null;
  /** @type {(string | null)[]} */
  const workers = [null, null];
  for (const [i, part] of parts.entries()) {
    if (part === "-") continue;
    if (!/^[0-5][0-5]$/.test(part) || Number(part[0]) >= size || Number(part[1]) >= size) return null;
    workers[i] = part;
  }
  return workers;
}

/**
 * Reads a position. Null: it is none.
 * @param {string} text
 * @returns {SantoriniState | null}
 */
export function santoriniRead(text) {
  const parts = text.split(" ");
  const rows = (parts[0] ?? "").split("/");
  const size = rows.length;
  if (parts.length !== 4 || (size !== 5 && size !== 6)) return null;
  if (!rows.every((row) => row.length === size && /^[0-4]+$/.test(row))) return null;
  const first = santoriniWorkers(parts[1], size);
  const second = santoriniWorkers(parts[2], size);
  if (first === null || second === null || !/^[12]\+?$/.test(parts[3])) return null;
  return { size, heights: Array.from(rows.join(""), Number), workers: [first, second], turn: Number(parts[3][0]) - 1 };
}

/**
 * The squares of a move, in order: where a worker is put; or from, to, and where it builds. Null: it
 * is no move.
 * @param {string} move
 * @returns {string[] | null}
 */
export function santoriniPath(move) {
  const match = /^(\d\d)(?:-(\d\d)(?:\+(\d\d))?)?$/.exec(move);
  return match === null ? null : match.slice(1).filter((cell) => cell !== undefined);
}

/**
 * What a refused message meant: "worker 1 steps from (1,1) to (2,1) and builds on (2,2)". A number
 * may lie beyond the board; the name of such a square is "x,y".
 * @param {string} meaning
 * @returns {string[]}
 */
export function santoriniMeant(meaning) {
  const cells = Array.from(meaning.matchAll(/\((-?\d+),(-?\d+)\)|^x (\d+), y (\d+)$/g),
    (match) => [match[1] ?? match[3], match[2] ?? match[4]]);
  return cells.map(([x, y]) => (/^\d$/.test(x) && /^\d$/.test(y) ? x + y : x + "," + y));
}

/**
 * @param {SantoriniState} state
 * @param {string} cell
 */
export function santoriniHeight(state, cell) {
  return state.heights[Number(cell[1]) * state.size + Number(cell[0])];
}

/**
 * Who stands on a square.
 * @param {SantoriniState} state
 * @param {string} cell
 * @returns {{seat: number, worker: number} | null}
 */
export function santoriniWorkerOn(state, cell) {
  for (const [seat, workers] of state.workers.entries()) {
    const worker = workers.indexOf(cell);
    if (worker >= 0) return { seat, worker };
  }
  return null;
}

/** @param {SantoriniState} state */
export function santoriniIsPlacing(state) {
  return state.workers.flat().includes(null);
}

/** @param {string} cell */
export function santoriniCellWords(cell) {
  return "(" + cell[0] + "," + cell[1] + ")";
}

/**
 * @param {SantoriniState} state
 * @param {string} cell
 */
export function santoriniDescribeCell(state, cell) {
  const height = santoriniHeight(state, cell);
  const who = santoriniWorkerOn(state, cell);
  return (who === null ? "" : "worker " + (who.worker + 1) + " of " + SANTORINI_SEATS[who.seat] + ", ") +
    (height === 4 ? "dome" : height === 0 ? "ground" : "height " + height);
}

/**
 * @param {SantoriniState} state
 * @param {boolean} brief without the heights
 */
export function santoriniDescribe(state, brief) {
  const workers = state.workers.flatMap((cells, seat) => cells.map((cell, i) =>
    (cell === null ? "" : "Worker " + (i + 1) + " of " + SANTORINI_SEATS[seat] + " on " +
      santoriniCellWords(cell) + ", height " + santoriniHeight(state, cell) + ". ")));
  const rows = Array.from({ length: state.size }, (_, y) =>
    "row " + y + ": " + state.heights.slice(y * state.size, (y + 1) * state.size).join(" "));
  return "Santorini, " + state.size + " by " + state.size + ". " + workers.join("") +
    (brief ? "" : "Heights, " + rows.join("; ") + ". ") + "Turn of " + SANTORINI_SEATS[state.turn] + ".";
}
