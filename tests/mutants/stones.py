"""Game of Stones: a good bot, over which the mutants lay their bugs. It plays random legal moves."""
import codecs
import json
import os
import random
import sys
import time  # which some mutants waste

PASS, ATTACK, STRENGTHEN = 0, 1, 2
DIRECTIONS = [(0, -1), (0, 1), (1, 0), (-1, 0), (1, 1), (-1, -1)]


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
            kept = kept[end:]
            yield message


def is_place(x, y):
    return 0 <= x <= 8 and 0 <= y <= 8 and abs(x - y) <= 4 and (x, y) != (4, 4)


def height(cell):
    return abs(cell) // 4


def first_stack(state, x, y, dx, dy):
    x, y = x + dx, y + dy
    while is_place(x, y):
        if state[y][x] != 0:
            return x, y
        x, y = x + dx, y + dy
    return None


def legal_moves(state, colour, allowed):
    moves = [(PASS, None, None)] if PASS in allowed else []
    for y in range(9):
        for x in range(9):
            if state[y][x] * colour <= 0:
                continue
            for dx, dy in DIRECTIONS:
                target = first_stack(state, x, y, dx, dy)
                if target is None:
                    continue
                there = state[target[1]][target[0]]
                kind = STRENGTHEN if there * colour > 0 else ATTACK
                if kind == ATTACK and height(there) > height(state[y][x]):
                    continue
                if kind in allowed:
                    moves.append((kind, (x, y), target))
    return moves


def place(square):
    return {"X": square[0], "Y": square[1]}


def words(kind, start, target):
    if kind == PASS:
        return {"Type": PASS, "From": None, "To": None}
    return {"Type": kind, "From": place(start), "To": place(target)}


def play():
    colour, asked = 0, 0
    for message in messages():
        if "Color" in message:
            colour = int(message["Color"])
        elif "Board" in message:
            asked += 1
            state = message["Board"]["state"]
            allowed = [int(kind) for kind in message["AllowedMoves"]]
            kind, start, target = draw(legal_moves(state, colour, allowed))
            send(words(kind, start, target))
        elif int(message["Winner"]) != 0:
            break


play()
