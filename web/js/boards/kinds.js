// The games that have a board: how each one's texts are read, said in words, and drawn.

import { reversiRead, reversiPath, reversiMeant, reversiStone, reversiDescribe, reversiDescribeCell, reversiCounts } from "./reversi_text.js";
import { santoriniRead, santoriniPath, santoriniMeant, santoriniDescribe, santoriniDescribeCell, santoriniCellWords, santoriniIsPlacing, santoriniWorkerOn } from "./santorini_text.js";
import { stonesRead, stonesPath, stonesMeant, stonesDescribe, stonesDescribeCell, stonesCounts } from "./stones_text.js";
import { ReversiView } from "./reversi_view.js";
import { SantoriniView } from "./santorini_view.js";
import { StonesView } from "./stones_view.js";

/**
 * @typedef {object} BoardKind
 * @property {string} start a position to show before any is known
 * @property {string | null} pass how a pass is written; null: the game has none
 * @property {(text: string) => any} read a position, or null
 * @property {(move: string) => string[] | null} path the cells of a move in order
 * @property {(meaning: string) => string[]} meant the cells of a refused message
 * @property {(state: any, brief: boolean) => string} describe
 * @property {(state: any, cell: string) => string} describeCell
 * @property {(cell: string) => string} cellWords
 * @property {(state: any) => {label: string, count: number, of: number}[][]} counts
 * @property {(state: any, cell: string) => number | null} owner whose piece stands there; null: none
 * @property {(state: any, path: string[], isOpen: boolean) => string | null} compose the move of these
 *     cells, legal or not; null: more cells are needed. `isOpen`: a legal move goes on from them.
 * @property {(state: any, how: {small: boolean, flipped: boolean}) => import("./view.js").BoardView} view
 * @property {string[]} steps what each cell of a move of several parts is for
 */

/** @param {string} cell */
const boardSameWords = (cell) => cell;

/** @type {Record<string, BoardKind>} */
export const BOARD_KINDS = {
  reversi: {
    start: "-".repeat(27) + "OX------XO" + "-".repeat(27) + " X",
    pass: "--",
    read: reversiRead,
    path: reversiPath,
    meant: reversiMeant,
    describe: reversiDescribe,
    describeCell: reversiDescribeCell,
    cellWords: boardSameWords,
    counts: reversiCounts,
    owner: reversiStone,
    compose: (_state, path) => path[0],
    view: (state, how) => new ReversiView(state, how),
    steps: ["Choose a square."],
  },
  santorini: {
    start: Array(6).fill("000000").join("/") + " - - 1",
    pass: null,
    read: santoriniRead,
    path: santoriniPath,
    meant: santoriniMeant,
    describe: santoriniDescribe,
    describeCell: santoriniDescribeCell,
    cellWords: santoriniCellWords,
    counts: () => [[], []],
    owner: (state, cell) => santoriniWorkerOn(state, cell)?.seat ?? null,
    compose: (state, path, isOpen) => {
      if (santoriniIsPlacing(state)) return path[0];
      if (path.length === 2 && !isOpen) return path[0] + "-" + path[1];
      return path.length < 3 ? null : path[0] + "-" + path[1] + "+" + path[2];
    },
    view: (state, how) => new SantoriniView(state, how),
    steps: ["Choose a worker.", "Choose where it steps.", "Choose where it builds."],
  },
  stones: {
    start: "[[5,5,5,5,-5,0,0,0,0],[-5,6,6,6,-6,-5,0,0,0],[-5,-6,7,7,-7,-6,-5,0,0],[-5,-6,-7,5,-5,-7,-6,-5,0]," +
      "[-5,-6,-7,-5,0,5,7,6,5],[0,5,6,7,5,-5,7,6,5],[0,0,5,6,7,-7,-7,6,5],[0,0,0,5,6,-6,-6,-6,5],[0,0,0,0,5,-5,-5,-5,-5]] w first",
    pass: "pass",
    read: stonesRead,
    path: stonesPath,
    meant: stonesMeant,
    describe: stonesDescribe,
    describeCell: stonesDescribeCell,
    cellWords: boardSameWords,
    counts: stonesCounts,
    owner: (state, cell) => state.stacks.get(cell)?.seat ?? null,
    compose: (state, path) => (path.length < 2 ? null :
      path[0] + (state.stacks.get(path[1])?.seat === state.turn ? "+" : "x") + path[1]),
    view: (state, how) => new StonesView(state, how),
    steps: ["Choose a stack.", "Choose where it goes."],
  },
};
