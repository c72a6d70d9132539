"""Santorini: a good bot, over which the mutants lay their bugs. It plays random legal turns."""
import codecs
import json
import os
import random
import sys
import time  # which some mutants waste

EAST_WEST = {-1: "WEST", 0: "PUT", 1: "EAST"}
NORTH_SOUTH = {-1: "NORTH", 0: "PUT", 1: "SOUTH"}


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


def read_board(board):
    heights, workers = {}, {}  # workers by square: (owner, id)
    for y, row in enumerate(board):
        for x, cell in enumerate(row):
            heights[x, y] = int(str(cell)[0])
            if isinstance(cell, str):
                workers[x, y] = cell[1:-1], int(cell[-1])
    return heights, workers


def neighbours(heights, square):
    for dx in EAST_WEST:
        for dy in NORTH_SOUTH:
            there = square[0] + dx, square[1] + dy
            if (dx, dy) != (0, 0) and there in heights:
                yield (dx, dy), there


def direction(step):
    return [EAST_WEST[step[0]], NORTH_SOUTH[step[1]]]


def is_mine(worker, me):
    return worker[0] == me


def legal_turns(heights, workers, me):
    turns = []  # (worker, step, build), where build is None for a step that wins
    for start, worker in workers.items():
        if not is_mine(worker, me):
            continue
        for step, there in neighbours(heights, start):
            if there in workers or heights[there] > min(heights[start] + 1, 3):
                continue
            if heights[there] == 3:
                turns.append((worker, step, None))
                continue
            for build, target in neighbours(heights, there):
                if heights[target] < 4 and (target not in workers or target == start):
                    turns.append((worker, step, build))
    return turns


def words(worker, step, build):
    move = ["move", {"player": worker[0], "id": worker[1]}, direction(step)]
    return [move] if build is None else [move, ["build", direction(build)]]


def choose_turn(board, me):
    heights, workers = read_board(board)
    turns = legal_turns(heights, workers, me)
    wins = [turn for turn in turns if turn[2] is None]
    return words(*draw(wins or turns))


def choose_place(workers):
    """Nobody has said yet how large the board is: 0 to 4 fits every one."""
    taken = [(worker["x"], worker["y"]) for worker in workers]
    return draw([(x, y) for x in range(5) for y in range(5) if (x, y) not in taken])


def play():
    me = "mutant"
    send(["join", me])
    for message in messages():
        if message == "OK":
            continue
        if message[0] == "name":
            me = message[1]
            send("OK")
        elif message[0] == "new_game":
            opponent = message[1]
            send("OK")
        elif message[0] == "place":
            x, y = choose_place(message[1])
            send(["place", x, y])
        elif message[0] == "turn":
            send(choose_turn(message[1], me))
        elif message[0] == "over":
            reason = message[1]["reason"]
            send("OK")
        elif message[0] == "tournament_finished":
            send("OK")


play()
