// A position in the middle of each game, for places where no game is to be shown yet.

import { createBoard } from "./board.js";

/** @type {Record<string, {variant: string, position: string}>} */
const SAMPLES = {
  reversi: { variant: "8x8", position: "------------------OX-------OX------OX------OX------------------- X" },
  santorini: { variant: "5x5", position: "01210/12321/02403/01210/00000 11,33 13,31 1" },
  stones: { variant: "standard", position: "[[5,5,5,5,-5,0,0,0,0],[-5,6,6,6,-6,-5,0,0,0],[-5,-6,7,7,-7,-6,-5,0,0],[-5,-6,-7,5,-5,-7,-6,-5,0],[-5,-6,-7,-5,0,5,7,6,5],[0,5,6,7,5,-5,7,6,5],[0,0,5,6,7,-7,-7,6,5],[0,0,0,5,6,-6,-6,-6,5],[0,0,0,0,5,-5,-5,-5,-5]] w first" },
};

export const SAMPLE_GAMES = Object.keys(SAMPLES);

/**
 * A small board with such a position; null: there is none of this variant.
 * @param {string} game
 * @param {string} [variant]
 */
export function sampleBoard(game, variant) {
  const sample = SAMPLES[game];
  if (sample === undefined || (variant !== undefined && variant !== sample.variant)) return null;
  const board = createBoard(game, { small: true });
  board.show({ position: sample.position, variant: sample.variant, last: null, before: null, legal: null, turn: null, refused: null }, { animate: false });
  return board;
}
