"""A bot for Game of Stones. It plays any legal move; write choose(), and it plays yours.

It talks over standard input and output, or over TCP: python3 FILE HOST PORT
With SEED=7 in the environment it draws the same random numbers every time.
"""
import json
import os
import random
import socket
import sys
from typing import NamedTuple


def choose(position, moves):
    """Your bot: returns one of the moves. There is at least one; each is a Move(type, start, to).

    position.state[y][x] is 0 for an empty place, or a stack: owner(stack), height(stack) and
    kind(stack) tell about it. You are position.player, WHITE or BLACK. To look ahead:
    play(position, move) is the position after a move, legal_moves(position) what can be played
    there, winner(position) who has won in the end. A turn is two moves: look at .player.
    print() shows up in agon's verdict and in its records; breakpoint() works over TCP.
    """
    return random.choice(moves)


# ---- The rules -----------------------------------------------------------------------------------

WHITE, BLACK = 1, -1
A, B, C = 1, 2, 3  # kinds of stacks
PASS, ATTACK, STRENGTHEN = 0, 1, 2  # types of moves
FIRST, MUST_ATTACK, FREE = "first", "attack", "free"  # White's first turn is one attack
DIRECTIONS = [(0, -1), (0, 1), (1, 0), (-1, 0), (1, 1), (-1, -1)]  # N, S, E, W, SE, NW as (x, y)
PLACES = {(x, y) for y in range(9) for x in range(9)
          if abs(x - y) <= 4 and (x, y) != (4, 4)}  # the hole in the middle is no place


class Position(NamedTuple):  # a value: it never changes, and can be the key of a dict
    state: tuple  # state[y][x]: owner * (height * 4 + kind); 0 is empty
    player: int  # whose turn it is: WHITE or BLACK
    phase: str  # FIRST, MUST_ATTACK or FREE


class Move(NamedTuple):
    type: int  # PASS, ATTACK or STRENGTHEN
    start: tuple = None  # (x, y); a pass has neither
    to: tuple = None


def owner(stack):
    return (stack > 0) - (stack < 0)


def height(stack):
    return abs(stack) // 4


def kind(stack):
    return abs(stack) % 4


def loser(position):
    """The player who has no stack left of one kind, or None."""
    stacks = {(owner(stack), kind(stack)) for row in position.state for stack in row}
    return next((p for p in (WHITE, BLACK) for k in (A, B, C) if (p, k) not in stacks), None)


def first_stack(state, place, direction):
    """The first place with a stack along a line, or None if the line ends before."""
    while True:
        place = place[0] + direction[0], place[1] + direction[1]
        if place not in PLACES:
            return None
        if state[place[1]][place[0]]:
            return place


def legal_moves(position):
    """What can be played. An empty list: the game is over."""
    state, player, phase = position
    if loser(position):
        return []
    moves = [Move(PASS)] if phase == FREE else []
    for x, y in PLACES:
        if owner(state[y][x]) != player:
            continue
        for to in {first_stack(state, (x, y), direction) for direction in DIRECTIONS} - {None}:
            target = state[to[1]][to[0]]
            if owner(target) == player:
                if phase == FREE:
                    moves.append(Move(STRENGTHEN, (x, y), to))
            elif height(target) <= height(state[y][x]):
                moves.append(Move(ATTACK, (x, y), to))
    return moves


def play(position, move):
    """The position after a move."""
    state = [list(row) for row in position.state]
    if move.type != PASS:
        (x, y), (to_x, to_y) = move.start, move.to
        stack, target = state[y][x], state[to_y][to_x]
        added = height(target) * 4 * position.player if move.type == STRENGTHEN else 0
        state[to_y][to_x], state[y][x] = stack + added, 0
    state = tuple(map(tuple, state))
    if position.phase == MUST_ATTACK:
        return Position(state, position.player, FREE)
    return Position(state, -position.player, MUST_ATTACK)


def winner(position):
    """Who has won when the game is over: WHITE or BLACK."""
    return -(loser(position) or position.player)  # who must attack and cannot has lost, too


# ---- The protocol, docs/protocols/stones.md: you need not touch what is below --------------------


def converse():
    me, first = None, False
    for message in messages():
        if "Color" in message:
            me = int(message["Color"])  # int() also reads the "1" of stones-quoted
            first = me == WHITE
        elif "Board" in message:
            phase = FIRST if first else FREE if len(message["AllowedMoves"]) > 1 else MUST_ATTACK
            first = False
            position = Position(tuple(map(tuple, message["Board"]["state"])), me, phase)
            move = choose(position, legal_moves(position))
            send({"Type": move.type, "From": location(move.start), "To": location(move.to)})
        # anything else is a move that was made: the next request brings the whole board


def location(place):
    return place and {"X": place[0], "Y": place[1]}


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
