"""Santorini as the course speaks it: a good bot, over which the mutants lay their bugs."""
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


def neighbours(heights, square):
    for dx in EAST_WEST:
        for dy in NORTH_SOUTH:
            there = square[0] + dx, square[1] + dy
            if (dx, dy) != (0, 0) and there in heights:
                yield (EAST_WEST[dx], NORTH_SOUTH[dy]), there


def legal_turns(board, me):
    heights, workers, turns = {}, {}, []
    for y, row in enumerate(board):
        for x, cell in enumerate(row):
            heights[x, y] = int(str(cell)[0])
            if isinstance(cell, str):
                workers[x, y] = cell[1:]
    for start, worker in workers.items():
        if worker[:-1] != me:
            continue
        for step, there in neighbours(heights, start):
            if there in workers or heights[there] > min(heights[start] + 1, 3):
                continue
            if heights[there] == 3:
                turns.append([worker, *step])
                continue
            for build, target in neighbours(heights, there):
                if heights[target] < 4 and (target not in workers or target == start):
                    turns.append([worker, *step, *build])
    return turns


def choose_turn(board, me):
    turns = legal_turns(board, me)
    return draw([turn for turn in turns if len(turn) == 3] or turns)


def choose_place(workers):
    taken = [(x, y) for _, x, y in workers]
    return draw([(x, y) for x in range(5) for y in range(5) if (x, y) not in taken])


def play():
    me = "mutant"
    send(me)
    for message in messages():
        if isinstance(message, str):
            continue  # the name of the opponent
        if message and message[0] == "playing-as":
            me = message[1]
        elif all(len(entry) == 3 and isinstance(entry[1], int) for entry in message):
            send(choose_place(message))
        elif len(message[0]) > 3:
            send(choose_turn(message, me))
        # anything else is the list of results


play()
