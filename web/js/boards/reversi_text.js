// Reversi as text: positions and moves as docs/rules/reversi.md writes them, and words about them.

/**
 * @typedef {object} ReversiState
 * @property {number} size
 * @property {(number | null)[]} stones row by row from a1: the seat, or null
 * @property {number} turn
 */

const REVERSI_SEATS = "XO";

/**
 * Reads a position. Null: it is none.
 * @param {string} text
 * @returns {ReversiState | null}
 */
export function reversiRead(text) {
  const match = /^([XO-]+) ([XO])$/.exec(text);
  if (match === null) return null;
  const size = Math.sqrt(match[1].length);
  if (![4, 6, 8].includes(size)) return null;
  const stones = Array.from(match[1], (c) => (c === "-" ? null : REVERSI_SEATS.indexOf(c)));
  return { size, stones, turn: REVERSI_SEATS.indexOf(match[2]) };
}

/**
 * The name of a square: "d3".
 * @param {number} x
 * @param {number} y
 */
export function reversiCell(x, y) {
  return String.fromCharCode(97 + x) + (y + 1);
}

/**
 * The squares of a move: one, or none for a pass. Null: it is no move.
 * @param {string} move
 * @returns {string[] | null}
 */
export function reversiPath(move) {
  if (move === "--") return [];
  return /^[a-h][1-8]$/.test(move) ? [move] : null;
}

/**
 * What a refused message meant on the board: "row 1, column 2 is c2".
 * @param {string} meaning
 * @returns {string[]}
 */
export function reversiMeant(meaning) {
  const match = / is ([a-h][1-8])$/.exec(meaning);
  return match === null ? [] : [match[1]];
}

/**
 * Whose stone stands on a square.
 * @param {ReversiState} state
 * @param {string} cell
 * @returns {number | null}
 */
export function reversiStone(state, cell) {
  return state.stones[(Number(cell[1]) - 1) * state.size + cell.charCodeAt(0) - 97];
}

/**
 * @param {ReversiState} state
 * @param {string} cell
 */
export function reversiDescribeCell(state, cell) {
  const seat = reversiStone(state, cell);
  return seat === null ? "empty" : "stone of " + REVERSI_SEATS[seat];
}

/** @param {ReversiState} state */
export function reversiCounts(state) {
  return [0, 1].map((seat) => [
    { label: "stones", count: state.stones.filter((stone) => stone === seat).length, of: state.size ** 2 }]);
}

/**
 * @param {ReversiState} state
 * @param {boolean} brief counts only
 */
export function reversiDescribe(state, brief) {
  const sides = [0, 1].map((seat) => {
    const cells = state.stones.flatMap((stone, i) =>
      (stone === seat ? [reversiCell(i % state.size, Math.floor(i / state.size))] : []));
    const count = cells.length + (cells.length === 1 ? " stone" : " stones");
    return REVERSI_SEATS[seat] + " has " + count + (brief || cells.length === 0 ? "" : ": " + cells.join(" "));
  });
  return "Reversi, " + state.size + " by " + state.size + ". " + sides.join(". ") + ". Turn of " +
    REVERSI_SEATS[state.turn] + ".";
}
