// Reversi: an honest bot in JavaScript that plays random legal moves. The protocol: docs/protocols/hgp.md
'use strict';

const DIRECTIONS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
let board, me;

function isLegal(row, column) {
  if (board[row][column] !== -1) return false;
  return DIRECTIONS.some(([down, right]) => {
    let n = 1;
    const at = (k) => (board[row + k * down] || [])[column + k * right];
    while (at(n) === 1 - me) n++;
    return n > 1 && at(n) === me;
  });
}

function move() {
  const legal = [];
  for (let i = 0; i < 64; i++) if (isLegal(i >> 3, i & 7)) legal.push([i >> 3, i & 7]);
  const placed = legal[Math.floor(Math.random() * legal.length)];
  process.stdout.write(JSON.stringify({ placed }) + '\n');
}

function read(message) {
  if (!('next_turn' in message)) return;
  if (message.board) {
    board = message.board;
    me = message.you;
  } else {
    for (const [row, column] of message.changed) board[row][column] = message.by;
  }
  if (message.next_turn === me && !message.game_status) move();
}

require('readline').createInterface({ input: process.stdin }).on('line', (line) => read(JSON.parse(line)));
