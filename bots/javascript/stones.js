// A bot for Game of Stones. It plays any legal move; write choose(), and it plays yours.
//
// It talks over standard input and output, or over TCP: node FILE HOST PORT
// With SEED=7 in the environment it draws the same random numbers every time.
"use strict";

// Your bot: returns one of the moves. There is at least one; each is a { type, start, to }, where
// start and to are [x, y], and null for a pass.
//
// position.state[y][x] is 0 for an empty place, or a stack: owner(stack), height(stack) and
// kind(stack) tell about it. You are position.player, WHITE or BLACK. To look ahead:
// play(position, move) is the position after a move, legalMoves(position) what can be played there,
// winner(position) who has won in the end. A turn is two moves: look at .player.
// console.log() shows up in agon's verdict and in its records.
function choose(position, moves) {
  return randomOf(moves);
}

// ---- The rules ----------------------------------------------------------------------------------

const [WHITE, BLACK] = [1, -1];
const [A, B, C] = [1, 2, 3]; // kinds of stacks
const [PASS, ATTACK, STRENGTHEN] = [0, 1, 2]; // types of moves
const [FIRST, MUST_ATTACK, FREE] = ["first", "attack", "free"]; // White's first turn is one attack
const DIRECTIONS = [[0, -1], [0, 1], [1, 0], [-1, 0], [1, 1], [-1, -1]]; // N, S, E, W, SE, NW

const owner = Math.sign; // of a stack, which is owner * (height * 4 + kind)
const height = (stack) => Math.abs(stack) >> 2;
const kind = (stack) => Math.abs(stack) & 3;

function isPlace(x, y) {
  const inside = x >= 0 && y >= 0 && x < 9 && y < 9 && Math.abs(x - y) <= 4;
  return inside && !(x === 4 && y === 4); // the hole in the middle
}

// The player who has no stack left of one kind, or 0.
function loser({ state }) {
  const stacks = state.flat();
  const lacks = (player) =>
    [A, B, C].some((k) => !stacks.some((stack) => owner(stack) === player && kind(stack) === k));
  return [WHITE, BLACK].find(lacks) ?? 0;
}

// The first place with a stack along a line, or null if the line ends before.
function firstStack(state, [x, y], [dx, dy]) {
  do [x, y] = [x + dx, y + dy];
  while (isPlace(x, y) && state[y][x] === 0);
  return isPlace(x, y) ? [x, y] : null;
}

// What can be played. An empty list: the game is over.
function legalMoves(position) {
  const { state, player, phase } = position;
  if (loser(position)) return [];
  const moves = phase === FREE ? [{ type: PASS, start: null, to: null }] : [];
  for (let i = 0; i < 81; i++) {
    const start = [i % 9, Math.floor(i / 9)];
    const stack = state[start[1]][start[0]];
    if (owner(stack) !== player) continue;
    for (const to of DIRECTIONS.map((d) => firstStack(state, start, d)).filter((place) => place)) {
      const target = state[to[1]][to[0]];
      const type = owner(target) === player ? STRENGTHEN : ATTACK;
      const legal = type === ATTACK ? height(target) <= height(stack) : phase === FREE;
      if (legal) moves.push({ type, start, to });
    }
  }
  return moves;
}

// The position after a move; the old one is not changed.
function play({ state, player, phase }, { type, start, to }) {
  const after = state.map((row) => [...row]);
  if (type !== PASS) {
    const [stack, target] = [state[start[1]][start[0]], state[to[1]][to[0]]];
    after[to[1]][to[0]] = type === STRENGTHEN ? stack + player * 4 * height(target) : stack;
    after[start[1]][start[0]] = 0;
  }
  return phase === MUST_ATTACK
    ? { state: after, player, phase: FREE }
    : { state: after, player: -player, phase: MUST_ATTACK };
}

// Who has won when the game is over: WHITE or BLACK. Who must attack and cannot has lost, too.
function winner(position) {
  return -(loser(position) || position.player);
}

// ---- The protocol, docs/protocols/stones.md: you need not touch what is below -------------------

let me, first;

function greet() {} // this protocol has no names

function receive(message) {
  if ("Color" in message) {
    me = Number(message.Color); // Number() also reads the "1" of stones-quoted
    first = me === WHITE;
  } else if ("Board" in message) {
    const phase = first ? FIRST : message.AllowedMoves.length > 1 ? FREE : MUST_ATTACK;
    first = false;
    const position = { state: message.Board.state, player: me, phase };
    const { type, start, to } = choose(position, legalMoves(position));
    send({ Type: type, From: location(start), To: location(to) });
  } // anything else is a move that was made: the next request brings the whole board
}

function location(place) {
  return place && { X: place[0], Y: place[1] };
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
