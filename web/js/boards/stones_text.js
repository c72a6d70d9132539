// Game of Stones as text: positions and moves as docs/rules/stones.md writes them, and words about
// them. A place is called by its name, "D4".

/**
 * @typedef {{seat: number, type: string, height: number}} StonesStack
 * @typedef {object} StonesState
 * @property {Map<string, StonesStack>} stacks by place
 * @property {number} turn
 * @property {string} phase "first", "attack" or "any"
 */

const STONES_SEATS = ["White", "Black"];
const STONES_OF = { A: 15, B: 9, C: 6 };
const STONES_CENTRE = 4;
const STONES_LENGTH = 9;

/**
 * The name of a place, or null where none is.
 * @param {number} x
 * @param {number} y
 */
export function stonesCell(x, y) {
  if (x < 0 || y < 0 || x >= STONES_LENGTH || y >= STONES_LENGTH || Math.abs(x - y) > STONES_CENTRE) return null;
  if (x === STONES_CENTRE && y === STONES_CENTRE) return null;
  return String.fromCharCode(65 + x) + (y - Math.max(x - STONES_CENTRE, 0) + 1);
}

/**
 * X and Y of a place.
 * @param {string} cell
 */
export function stonesAt(cell) {
  const x = cell.charCodeAt(0) - 65;
  return { x, y: Number(cell.slice(1)) - 1 + Math.max(x - STONES_CENTRE, 0) };
}

/**
 * @param {unknown} rows
 * @returns {Map<string, StonesStack> | null}
 */
function stonesStacks(rows) {
  if (!Array.isArray(rows) || rows.length !== STONES_LENGTH) return null;
  const stacks = new Map();
  for (const [y, row] of rows.entries()) {
    if (!Array.isArray(row) || row.length !== STONES_LENGTH) return null;
    for (const [x, value] of row.entries()) {
      if (value === 0) continue;
      const cell = stonesCell(x, y);
      const size = Math.abs(value);
      if (cell === null || !Number.isInteger(value) || size < 5 || size % 4 === 0) return null;
      stacks.set(cell, { seat: value > 0 ? 0 : 1, type: "ABC"[size % 4 - 1], height: Math.floor(size / 4) });
    }
  }
  return stacks;
}

/**
 * Reads a position. Null: it is none.
 * @param {string} text
 * @returns {StonesState | null}
 */
export function stonesRead(text) {
  const match = /^(\[\[[-0-9,[\]]+\]\]) ([wb]) (first|attack|any)$/.exec(text);
  if (match === null) return null;
  let stacks = null;
  try {
    stacks = stonesStacks(JSON.parse(match[1]));
  } catch {
    return null; // it has brackets and numbers, and is no list
  }
  return stacks === null ? null : { stacks, turn: match[2] === "w" ? 0 : 1, phase: match[3] };
}

/**
 * The places of a move: from and to, or none for a pass. Null: it is no move.
 * @param {string} move
 * @returns {string[] | null}
 */
export function stonesPath(move) {
  if (move === "pass") return [];
  const match = /^([A-I][1-9])[x+]([A-I][1-9])$/.exec(move);
  return match === null ? null : [match[1], match[2]];
}

/**
 * What a refused message meant: "from X 0, Y 3, which is A4, to X 6, Y 1, which is off the board". A
 * place beyond the board is called "x,y".
 * @param {string} meaning
 * @returns {string[]}
 */
export function stonesMeant(meaning) {
  return Array.from(meaning.matchAll(/X (-?\d+), Y (-?\d+)/g),
    (match) => stonesCell(Number(match[1]), Number(match[2])) ?? match[1] + "," + match[2]);
}

/** @param {StonesStack} stack */
function stonesStackWords(stack) {
  return STONES_SEATS[stack.seat] + "'s " + stack.type + (stack.height === 1 ? "" : " of height " + stack.height);
}

/**
 * @param {StonesState} state
 * @param {string} cell
 */
export function stonesDescribeCell(state, cell) {
  const stack = state.stacks.get(cell);
  return stack === undefined ? "empty" : stonesStackWords(stack);
}

/** @param {StonesState} state */
export function stonesCounts(state) {
  const stacks = [...state.stacks.values()];
  return [0, 1].map((seat) => Object.entries(STONES_OF).map(([label, of]) => (
    { label, count: stacks.filter((stack) => stack.seat === seat && stack.type === label).length, of })));
}

/**
 * @param {StonesState} state
 * @param {boolean} brief counts only
 */
export function stonesDescribe(state, brief) {
  const sides = stonesCounts(state).map((counts, seat) => {
    const left = counts.map((c) => c.count + " " + c.label).join(", ");
    const stacks = [...state.stacks].filter(([, stack]) => stack.seat === seat).map(([cell, stack]) =>
      stack.type + (stack.height === 1 ? "" : " of height " + stack.height) + " on " + cell);
    return STONES_SEATS[seat] + " has " + left + (brief || stacks.length === 0 ? "" : ": " + stacks.join(", "));
  });
  const asked = state.phase === "any" ? " attacks, strengthens or passes." : " has to attack.";
  return "Game of Stones. " + sides.join(". ") + ". " + STONES_SEATS[state.turn] + asked;
}
