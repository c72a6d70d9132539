"""Santorini: a bot that plays random legal turns. The protocol: docs/protocols/santorini.md

It talks over standard input and output; or over TCP: python3 santorini.py HOST PORT
With SEED=7 in the environment it draws the same random numbers every time.
"""
import json
import os
import random
import socket
import sys

EAST_WEST = {-1: "WEST", 0: "PUT", 1: "EAST"}
NORTH_SOUTH = {-1: "NORTH", 0: "PUT", 1: "SOUTH"}


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


def neighbours(heights, x, y):
    """All (direction, (x, y)) around a square that are on the board and no dome."""
    for dx, east_west in EAST_WEST.items():
        for dy, north_south in NORTH_SOUTH.items():
            if (dx, dy) != (0, 0) and heights.get((x + dx, y + dy), 4) < 4:
                yield [east_west, north_south], (x + dx, y + dy)


def legal_turns(board, me):
    heights, workers = {}, {}  # by square: its height; whose worker stands there, as "ann1"
    for y, row in enumerate(board):
        for x, cell in enumerate(row):
            heights[x, y] = int(str(cell)[0])  # a cell is a height, or for example "1ann2"
            if isinstance(cell, str):
                workers[x, y] = cell[1:]
    for start, worker in workers.items():
        for step, place in neighbours(heights, *start):
            if worker[:-1] != me or place in workers or heights[place] > heights[start] + 1:
                continue
            move = ["move", {"player": me, "id": int(worker[-1])}, step]
            if heights[place] == 3:
                yield [move]  # it wins, and comes without a build
                continue
            for build, target in neighbours(heights, *place):
                if target not in workers or target == start:
                    yield [move, ["build", build]]


def choose_place(workers):
    """A free square. Nobody tells us yet how large the board is: 0 to 4 fits every one."""
    taken = [(worker["x"], worker["y"]) for worker in workers]
    return random.choice([(x, y) for x in range(5) for y in range(5) if (x, y) not in taken])


def play():
    me = "randompy"
    send(["join", me])
    for message in messages():
        if message == "OK":  # we have the name that we asked for
            continue
        if message[0] == "place":
            send(["place", *choose_place(message[1])])
        elif message[0] == "turn":
            send(random.choice(list(legal_turns(message[1], me))))
        else:  # name, new_game, over, tournament_finished
            if message[0] == "name":
                me = message[1]
            send("OK")


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
