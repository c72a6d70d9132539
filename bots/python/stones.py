"""Game of Stones: a bot that plays random legal moves. The protocol: docs/protocols/stones.md

It talks over standard input and output; or over TCP: python3 stones.py HOST PORT
With SEED=7 in the environment it draws the same random numbers every time.
"""
import json
import os
import random
import socket
import sys

PASS, ATTACK, STRENGTHEN = 0, 1, 2
DIRECTIONS = [(0, -1), (0, 1), (1, 0), (-1, 0), (1, 1), (-1, -1)]  # N, S, E, W, SE, NW as (x, y)


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


def is_place(x, y):
    return 0 <= x <= 8 and 0 <= y <= 8 and abs(x - y) <= 4 and (x, y) != (4, 4)  # not the hole


def first_stack(state, x, y, dx, dy):
    """The place of the first stack along a line, or None when the line ends before."""
    x, y = x + dx, y + dy
    while is_place(x, y):
        if state[y][x] != 0:
            return x, y
        x, y = x + dx, y + dy
    return None


def legal_moves(state, colour, allowed):
    if PASS in allowed:
        yield {"Type": PASS, "From": None, "To": None}
    for y in range(9):
        for x in range(9):
            if state[y][x] * colour <= 0:  # empty, or the opponent's
                continue
            for dx, dy in DIRECTIONS:
                target = first_stack(state, x, y, dx, dy)
                if target is None:
                    continue
                there = state[target[1]][target[0]]
                kind = STRENGTHEN if there * colour > 0 else ATTACK
                higher = abs(there) // 4 > abs(state[y][x]) // 4
                if kind in allowed and not (kind == ATTACK and higher):
                    yield {"Type": kind, "From": {"X": x, "Y": y},
                           "To": {"X": target[0], "Y": target[1]}}


def play():
    colour = 0
    for message in messages():
        if "Color" in message:
            colour = int(message["Color"])  # int() also reads the "1" of stones-quoted
        elif "Board" in message:
            allowed = [int(kind) for kind in message["AllowedMoves"]]
            send(random.choice(list(legal_moves(message["Board"]["state"], colour, allowed))))
        # anything else is a move that was made: the next request brings the whole board


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
