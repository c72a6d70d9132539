// A bot for Reversi. It plays any legal move; write choose(), and it plays yours.
//
// It talks over standard input and output, or over TCP: node FILE HOST PORT
// With SEED=7 in the environment it draws the same random numbers every time.
"use strict";

const NAME = "mybot";

// Your bot: returns one of the moves. There is at least one, and each is a [row, column].
//
// position.board[row][column] is EMPTY, or the player (0 or 1) whose stone lies there. You are
// position.player. To look ahead: play(position, move) is the position after a move,
// legalMoves(position) what can be played there, winner(position) who has won in the end.
// console.log() shows up in agon's verdict and in its records.
function choose(position, moves) {
  return randomOf(moves);
}

// ---- The rules ----------------------------------------------------------------------------------

const EMPTY = -1;
const DIRECTIONS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

// The stones that a stone of the player on this square turns over.
function turned({ board, player }, row, column) {
  const stones = [];
  for (const [down, right] of DIRECTIONS) {
    const line = [];
    let [r, c] = [row + down, column + right];
    while (board[r]?.[c] === 1 - player) {
      line.push([r, c]);
      [r, c] = [r + down, c + right];
    }
    if (board[r]?.[c] === player) stones.push(...line); // not the edge, not an empty square
  }
  return stones;
}

// What can be played. An empty list: the game is over.
function legalMoves(position) {
  const moves = [];
  position.board.forEach((cells, row) => {
    cells.forEach((cell, column) => {
      if (cell === EMPTY && turned(position, row, column).length > 0) moves.push([row, column]);
    });
  });
  return moves;
}

// The position after a move; the old one is not changed. A player who cannot move is skipped.
function play(position, move) {
  const board = position.board.map((row) => [...row]);
  for (const [row, column] of [move, ...turned(position, ...move)]) {
    board[row][column] = position.player;
  }
  const after = { board, player: 1 - position.player };
  return legalMoves(after).length > 0 ? after : { board, player: position.player };
}

// Who has more stones when the game is over: 0, 1, or EMPTY for a draw.
function winner({ board }) {
  const stones = board.flat();
  const count = (player) => stones.filter((cell) => cell === player).length;
  return count(0) > count(1) ? 0 : count(1) > count(0) ? 1 : EMPTY;
}

// ---- The protocol, docs/protocols/hgp.md: you need not touch what is below ----------------------

let board, me;

function greet() {
  send({ name: NAME });
}

function receive(message) {
  if (message.board) [board, me] = [message.board, message.you]; // once, at the start
  for (const [row, column] of message.changed ?? []) board[row][column] = message.by; // a move
  // After your own move it is your turn again if the opponent cannot move.
  if (board && message.next_turn === me && (message.game_status ?? 0) === 0) {
    const position = { board: board.map((row) => [...row]), player: me };
    send({ placed: choose(position, legalMoves(position)) });
  }
}

// ---- The connection: the same in all kits of this language --------------------------------------

function randomOf(list) {
  seed = (seed * 1664525 + 1013904223) % 2 ** 32;
  return list[Math.floor((seed / 2 ** 32) * list.length)];
}

let seed = Number(process.env.SEED ?? Math.random() * 2 ** 32) >>> 0;

function send(message) {
  outgoing.write(JSON.stringify(message) + "\n");
}

let incoming, outgoing;

function connect([host, port]) {
  if (port) {
    incoming = outgoing = require("node:net").connect(Number(port), host);
    outgoing.setNoDelay();
    // A door that asks for tokens reads it before anything else.
    if (process.env.AGON_TOKEN) send({ token: process.env.AGON_TOKEN });
  } else {
    [incoming, outgoing] = [process.stdin, process.stdout];
  }
  console.log = console.info = console.debug = console.error; // standard output is the protocol's
  outgoing.on("error", (error) => {
    if (!["EPIPE", "ECONNRESET"].includes(error.code)) throw error;
    process.exit(0); // the arena has left
  });
  const lines = require("node:readline").createInterface({ input: incoming });
  lines.on("line", (line) => line.trim() && receive(JSON.parse(line)));
  greet();
}

if (require.main === module) connect(process.argv.slice(2));
else module.exports = { legalMoves, play, winner };
