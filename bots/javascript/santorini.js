// A bot for Santorini. It plays any legal turn; write choose(), and it plays yours.
//
// It talks over standard input and output, or over TCP: node FILE HOST PORT
// With SEED=7 in the environment it draws the same random numbers every time.
"use strict";

const NAME = "mybot"; // letters a to z

// Your bot: returns one of the moves. There is at least one; each is a { worker, to, build }: the
// number of your worker (0 or 1), and places as [x, y]; build is null for a step that wins.
//
// position.heights[y][x] is 0 to 4 (a dome); position.workers[player] are the places [x, y] of a
// player's two workers. You are player 0, the opponent is 1. x grows east, y grows south. To look
// ahead: play(position, move) is the position after a move, legalMoves(position) what can be played
// there, winner(position) who has won in the end.
// console.log() shows up in agon's verdict and in its records.
function choose(position, moves) {
  return randomOf(moves);
}

// Where your next worker begins: one of the places. workers are those on the board so far.
function choosePlace(workers, places) {
  return randomOf(places);
}

// ---- The rules ----------------------------------------------------------------------------------

const same = ([x, y], [a, b]) => x === a && y === b;

// The workers after a step of one of them.
function moved(workers, player, number, to) {
  const after = workers.map((places) => [...places]);
  after[player][number] = to;
  return after;
}

// The places around one where nobody stands and no dome is.
function neighbours(heights, workers, [x, y]) {
  const places = [];
  for (const ny of [y - 1, y, y + 1]) {
    for (const nx of [x - 1, x, x + 1]) {
      const taken = workers.flat().some((place) => same(place, [nx, ny]));
      if (heights[ny]?.[nx] < 4 && !taken) places.push([nx, ny]);
    }
  }
  return places;
}

// What can be played. An empty list: the player has lost.
function legalMoves({ heights, workers, player, won }) {
  const level = ([x, y]) => heights[y][x];
  const moves = [];
  if (won) return moves; // the opponent has just stepped onto level 3
  workers[player].forEach((start, worker) => {
    for (const to of neighbours(heights, workers, start)) {
      if (level(to) > level(start) + 1) continue;
      const after = moved(workers, player, worker, to);
      if (level(to) === 3) moves.push({ worker, to, build: null });
      else for (const build of neighbours(heights, after, to)) moves.push({ worker, to, build });
    }
  });
  return moves;
}

// The position after a move; the old one is not changed.
function play({ heights, workers, player }, { worker, to, build }) {
  const after = heights.map((row) => [...row]);
  if (build) after[build[1]][build[0]]++;
  const places = moved(workers, player, worker, to);
  return { heights: after, workers: places, player: 1 - player, won: !build };
}

// Who has won when the game is over: 0 (you) or 1.
function winner({ player }) {
  return 1 - player;
}

// ---- The protocol, docs/protocols/santorini.md: you need not touch what is below ----------------

let me = NAME;

// East-west comes first, then north-south.
function direction([x, y], [toX, toY]) {
  return [["WEST", "PUT", "EAST"][toX - x + 1], ["NORTH", "PUT", "SOUTH"][toY - y + 1]];
}

// Its cells are a height, or a height, an owner and a number: "1ann2".
function readBoard(board) {
  const workers = [[], []];
  const heights = board.map((row, y) =>
    row.map((cell, x) => {
      if (typeof cell === "string") {
        workers[cell.slice(1, -1) === me ? 0 : 1][cell.at(-1) - 1] = [x, y];
      }
      return Number(String(cell)[0]);
    }));
  return { heights, workers, player: 0 };
}

// Nobody tells yet how large the board is: 0 to 4 fits every one.
function freePlaces(workers) {
  const places = Array.from({ length: 25 }, (_, i) => [i % 5, Math.floor(i / 5)]);
  return places.filter((place) => !workers.flat().some((worker) => same(worker, place)));
}

function greet() {
  send(["join", NAME]);
}

function receive(message) {
  if (message === "OK") return; // you have the name that you asked for
  const [kind, content] = message;
  if (kind === "name") me = content;
  if (kind === "place") send(["place", ...place(content)]);
  else if (kind === "turn") send(turn(readBoard(content)));
  else send("OK"); // name, new_game, over, tournament_finished
}

function place(placed) {
  const workers = [[], []];
  for (const { player, x, y } of placed) workers[player === me ? 0 : 1].push([x, y]);
  return choosePlace(workers, freePlaces(workers));
}

function turn(position) {
  const { worker, to, build } = choose(position, legalMoves(position));
  const start = position.workers[0][worker];
  const move = ["move", { player: me, id: worker + 1 }, direction(start, to)];
  return build ? [move, ["build", direction(to, build)]] : [move];
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
