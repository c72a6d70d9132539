"""A bot for Reversi. It plays any legal move; write choose(), and it plays yours.

It talks over standard input and output, or over TCP: python3 FILE HOST PORT
With SEED=7 in the environment it draws the same random numbers every time.
"""
import json
import os
import random
import socket
import sys
from typing import NamedTuple

NAME = "mybot"


def choose(position, moves):
    """Your bot: returns one of the moves. There is at least one, and each is a (row, column).

    position.board[row][column] is EMPTY, or the player (0 or 1) whose stone lies there. You are
    position.player. To look ahead: play(position, move) is the position after a move,
    legal_moves(position) what can be played there, winner(position) who has won in the end.
    print() shows up in agon's verdict and in its records; breakpoint() works over TCP.
    """
    return random.choice(moves)


# ---- The rules -----------------------------------------------------------------------------------

EMPTY = -1
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class Position(NamedTuple):  # a value: it never changes, and can be the key of a dict
    board: tuple  # board[row][column]: EMPTY, 0 or 1
    player: int  # whose turn it is: 0 or 1


def turned(position, row, column):
    """The stones that a stone of the player on this square turns over."""
    board, player = position
    size, stones = len(board), []
    for down, right in DIRECTIONS:
        line = []
        r, c = row + down, column + right
        while 0 <= r < size and 0 <= c < size and board[r][c] == 1 - player:
            line.append((r, c))
            r, c = r + down, c + right
        if 0 <= r < size and 0 <= c < size and board[r][c] == player:  # not the edge, not empty
            stones += line
    return stones


def legal_moves(position):
    """What can be played. An empty list: the game is over."""
    squares = range(len(position.board))
    return [(row, column) for row in squares for column in squares
            if position.board[row][column] == EMPTY and turned(position, row, column)]


def play(position, move):
    """The position after a move. A player who cannot move is skipped."""
    board = [list(row) for row in position.board]
    for row, column in [move, *turned(position, *move)]:
        board[row][column] = position.player
    after = Position(tuple(map(tuple, board)), 1 - position.player)
    return after if legal_moves(after) else after._replace(player=position.player)


def winner(position):
    """Who has more stones when the game is over: 0, 1, or EMPTY for a draw."""
    stones = [cell for row in position.board for cell in row]
    lead = stones.count(0) - stones.count(1)
    return 0 if lead > 0 else 1 if lead < 0 else EMPTY


# ---- The protocol, docs/protocols/hgp.md: you need not touch what is below -----------------------


def converse():
    send({"name": NAME})
    board, me = [], None
    for message in messages():
        if not isinstance(message, dict) or "next_turn" not in message:
            continue  # the version
        if "board" in message:  # once, at the start
            board, me = message["board"], message["you"]
        for row, column in message.get("changed", []):  # somebody has moved
            board[row][column] = message["by"]
        # After your own move it is your turn again if the opponent cannot move.
        if message["next_turn"] == me and message.get("game_status", 0) == 0:
            position = Position(tuple(map(tuple, board)), me)
            send({"placed": choose(position, legal_moves(position))})


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
