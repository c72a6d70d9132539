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
    try:
        print(json.dumps(message), file=outgoing, flush=True)  # no flush: the arena waits in vain
    except ConnectionError:  # the arena has left
        os._exit(0)


def messages():
    """What the arena sends, until it leaves."""
    try:
        yield from map(json.loads, incoming)
    except ConnectionError:
        pass


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
    for message in messages():
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
    incoming, outgoing = connection.makefile("r"), connection.makefile("w")
    if "AGON_TOKEN" in os.environ:  # a door that asks for tokens reads it before anything else
        send({"token": os.environ["AGON_TOKEN"]})
else:  # the protocol has standard input and output, so print() writes to standard error
    incoming, outgoing = sys.stdin, sys.stdout
    sys.stdin, sys.stdout = None, sys.stderr
    sys.breakpointhook = lambda: sys.exit("breakpoint() needs a terminal: see docs/first-bot.md")
play()
