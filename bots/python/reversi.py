"""Reversi: a bot that plays random legal moves. The protocol: docs/protocols/hgp.md

It talks over standard input and output; or over TCP: python3 reversi.py HOST PORT
With SEED=7 in the environment it draws the same random numbers every time.
"""
import json
import os
import random
import socket
import sys

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
EMPTY = -1


def send(message):
    print(json.dumps(message), flush=True)  # without the flush the arena waits in vain


def turned(board, row, column, me):
    """The stones that a stone of mine on an empty square would turn over."""
    stones = []
    for down, right in DIRECTIONS:
        line = []
        r, c = row + down, column + right
        while 0 <= r < 8 and 0 <= c < 8 and board[r][c] == 1 - me:
            line.append((r, c))
            r, c = r + down, c + right
        if 0 <= r < 8 and 0 <= c < 8 and board[r][c] == me:  # not the edge, not an empty square
            stones += line
    return stones


def legal_moves(board, me):
    for row in range(8):
        for column in range(8):
            if board[row][column] == EMPTY and turned(board, row, column, me):
                yield [row, column]


def play():
    send({"name": "randompy"})
    board, me = [], None
    for line in sys.stdin:
        message = json.loads(line)
        if not isinstance(message, dict) or "next_turn" not in message:
            continue  # the version
        if "board" in message:  # once, at the start
            board, me = message["board"], message["you"]
        else:  # somebody has moved
            for row, column in message["changed"]:
                board[row][column] = message["by"]
            if message["game_status"] != 0:
                break
        # When the opponent cannot move, next_turn says "you" after your own move too.
        if message["next_turn"] == me:
            send({"placed": random.choice(list(legal_moves(board, me)))})


random.seed(os.environ.get("SEED"))
if len(sys.argv) > 2:
    connection = socket.create_connection((sys.argv[1], int(sys.argv[2])))
    sys.stdin, sys.stdout = connection.makefile("r"), connection.makefile("w")
try:
    play()
except OSError:  # the arena has left
    os._exit(0)
