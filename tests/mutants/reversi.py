"""Reversi: a good bot, over which the mutants lay their bugs. It plays random legal moves."""
import codecs
import json
import os
import random
import sys
import time  # which some mutants waste

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
EMPTY = -1


def send(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def draw(moves):
    """Draws lots: the same again for the same moves, if there is a SEED."""
    if "SEED" in os.environ:
        random.seed(os.environ["SEED"] + repr(moves))
    return random.choice(moves)


def messages():
    """What the arena sends, however it is cut and joined on its way."""
    decoder, utf8, kept = json.JSONDecoder(), codecs.getincrementaldecoder("utf-8")(), ""
    while True:
        read = os.read(0, 65536)
        if not read:
            return
        kept += utf8.decode(read)
        while kept.strip():
            kept = kept.lstrip()
            try:
                message, end = decoder.raw_decode(kept)
            except ValueError:
                break  # the rest is still on its way
            if isinstance(message, (int, float)) and end == len(kept):
                break  # more digits may come
            kept = kept[end:]
            yield message


def turned(board, row, column, me):
    stones = []
    for down, right in DIRECTIONS:
        line = []
        r, c = row + down, column + right
        while 0 <= r < 8 and 0 <= c < 8 and board[r][c] == 1 - me:
            line.append((r, c))
            r, c = r + down, c + right
        if 0 <= r < 8 and 0 <= c < 8 and board[r][c] == me:
            stones += line
    return stones


def legal_moves(board, me):
    moves = []
    for row in range(8):
        for column in range(8):
            if board[row][column] == EMPTY and turned(board, row, column, me):
                moves.append((row, column))
    return moves


def choose(board, me):
    row, column = draw(legal_moves(board, me))
    return {"placed": [row, column]}


def play():
    board, me = None, None
    for message in messages():
        if not isinstance(message, dict) or "next_turn" not in message:
            continue  # the version
        if "board" in message:
            board = [list(row) for row in message["board"]]
            me = message["you"]
        else:
            for row, column in message["changed"]:
                board[row][column] = message["by"]
            if message["game_status"] != 0:
                break
        if message["next_turn"] == me:
            send(choose(board, me))


send({"name": "mutant"})
play()
