"""A bot for Santorini. It plays any legal turn; write choose(), and it plays yours.

It talks over standard input and output, or over TCP: python3 FILE HOST PORT
With SEED=7 in the environment it draws the same random numbers every time.
"""
import json
import os
import random
import socket
import sys
from typing import NamedTuple

NAME = "mybot"  # letters a to z


def choose(position, moves):
    """Your bot: returns one of the moves. There is at least one; each is a Move(worker, to, build).

    position.heights[y][x] is 0 to 4 (a dome); position.workers[player] are the places (x, y) of a
    player's two workers. You are player 0, the opponent is 1. x grows east, y grows south. To look
    ahead: play(position, move) is the position after a move, legal_moves(position) what can be
    played there, winner(position) who has won in the end.
    print() shows up in agon's verdict and in its records; breakpoint() works over TCP.
    """
    return random.choice(moves)


def choose_place(workers, places):
    """Where your next worker begins: one of the places. workers are those on the board so far."""
    return random.choice(places)


# ---- The rules -----------------------------------------------------------------------------------

class Position(NamedTuple):  # a value: it never changes, and can be the key of a dict
    heights: tuple  # heights[y][x]: 0 to 4
    workers: tuple  # workers[player]: where the first and the second worker stand, as (x, y)
    player: int  # whose turn it is: 0 (you) or 1
    won: bool = False  # the opponent has just stepped onto level 3


class Move(NamedTuple):
    worker: int  # 0 or 1: the first or the second one
    to: tuple  # (x, y)
    build: tuple  # (x, y), or None for a step onto level 3, which wins


def moved(workers, player, number, to):
    """The workers after a step of one of them."""
    places = (to, workers[player][1]) if number == 0 else (workers[player][0], to)
    return (places, workers[1]) if player == 0 else (workers[0], places)


def neighbours(heights, workers, place):
    """The places around one where nobody stands and no dome is."""
    x, y = place
    return [(nx, ny) for ny in range(max(y - 1, 0), min(y + 2, len(heights)))
            for nx in range(max(x - 1, 0), min(x + 2, len(heights)))
            if heights[ny][nx] < 4 and (nx, ny) not in workers[0] + workers[1]]


def legal_moves(position):
    """What can be played. An empty list: the player has lost."""
    heights, workers, player, won = position
    moves = []
    if won:
        return moves
    for number, (x, y) in enumerate(workers[player]):
        for to in neighbours(heights, workers, (x, y)):
            level = heights[to[1]][to[0]]
            if level == 3 and heights[y][x] >= 2:
                moves.append(Move(number, to, None))
            elif level <= heights[y][x] + 1:
                around = neighbours(heights, moved(workers, player, number, to), to)
                moves += [Move(number, to, build) for build in around]
    return moves


def play(position, move):
    """The position after a move."""
    heights = [list(row) for row in position.heights]
    workers = moved(position.workers, position.player, move.worker, move.to)
    if move.build:
        heights[move.build[1]][move.build[0]] += 1
    won = move.build is None
    return Position(tuple(map(tuple, heights)), workers, 1 - position.player, won)


def winner(position):
    """Who has won when the game is over: 0 (you) or 1."""
    return 1 - position.player


# ---- The protocol, docs/protocols/santorini-course.md: you need not touch what is below ----------

EAST_WEST, NORTH_SOUTH = ["PUT", "EAST", "WEST"], ["PUT", "SOUTH", "NORTH"]  # by 0, 1, -1


def direction(start, to):
    return EAST_WEST[to[0] - start[0]], NORTH_SOUTH[to[1] - start[1]]


def read_board(board, me):
    """Its cells are a height, or a height, an owner and a number: "1ann2"."""
    heights = tuple(tuple(int(str(cell)[0]) for cell in row) for row in board)
    workers = [None, None], [None, None]
    for y, row in enumerate(board):
        for x, cell in enumerate(row):
            if isinstance(cell, str):
                workers[cell[1:-1] != me][int(cell[-1]) - 1] = x, y
    return Position(heights, tuple(map(tuple, workers)), 0)


def free_places(workers):
    """Nobody tells yet how large the board is: 0 to 4 fits every one."""
    return [(x, y) for y in range(5) for x in range(5) if (x, y) not in workers[0] + workers[1]]


def answer(message, me):
    if all(len(entry) == 3 and isinstance(entry[1], int) for entry in message):
        workers = [], []
        for worker, x, y in message:  # those placed so far: ["ann1", 1, 1]
            workers[worker[:-1] != me].append((x, y))
        return choose_place(workers, free_places(workers))
    position = read_board(message, me)
    worker, to, build = choose(position, legal_moves(position))
    start = position.workers[0][worker]
    return [f"{me}{worker + 1}", *direction(start, to), *(direction(to, build) if build else [])]


def converse():
    me = NAME
    send(me)
    for message in messages():
        if isinstance(message, str):  # the name of the opponent: a game begins
            continue
        if message and message[0] == "playing-as":
            me = message[1]
        elif not is_end(message):
            send(answer(message, me))


def is_end(message):
    """The list of all results, [[winner, loser], ...]. The cells of a board begin with digits."""
    return bool(message) and isinstance(message[0][1], str) and str(message[0][0])[0].isalpha()


# ---- The connection: the same in all kits of this language ---------------------------------------

def messages():
    """What the arena sends, a line each, until it leaves."""
    try:
        yield from (json.loads(line) for line in incoming if line.strip())
    except ConnectionError:
        pass


def send(message):
    try:
        print(json.dumps(message), file=outgoing, flush=True)  # no flush: the arena waits in vain
    except ConnectionError:  # the arena has left
        os._exit(0)


if __name__ == "__main__":
    random.seed(os.environ.get("SEED"))
    if len(sys.argv) > 2:
        connection = socket.create_connection((sys.argv[1], int(sys.argv[2])))
        incoming, outgoing = connection.makefile("r"), connection.makefile("w")
        if "AGON_TOKEN" in os.environ:  # a door that asks for tokens reads it before anything else
            send({"token": os.environ["AGON_TOKEN"]})
    else:  # the protocol has standard input and output, so print() writes to standard error
        incoming, outgoing = sys.stdin, sys.stdout
        sys.stdin, sys.stdout = None, sys.stderr
        sys.breakpointhook = lambda: sys.exit("breakpoint() needs a terminal: use HOST PORT")
    converse()
