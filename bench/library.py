#!/usr/bin/env python3
"""What a move costs through ctypes (CPU time), as bench/library.c measures it from C: the bare calls, the Position of
the module, a Batch. library.py ROOT; AGON_LIBRARY names the folder of the libraries."""

import ctypes
import os
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(sys.argv[1], "python"))

import agon  # noqa: E402

PLAYED, ROUNDS, TOGETHER = 60, 5, 500


def apply_alone(game):
    """One step: one call of agon_apply through ctypes, on moves that were chosen before."""
    games = []
    for n in range(PLAYED):
        position, actions = agon.Position(game), []
        while not position.over:
            actions.append(position.random_action(agon.seed_of(n, len(actions))))
            position = position.play(actions[-1])
        games.append(actions)
    apply, words = agon._lib.agon_apply, agon.Position(game)._words
    starts = [type(words).from_buffer_copy(words) for _ in games]
    begin = time.process_time()
    for start, actions in zip(starts, games):
        for action in actions:
            apply(start, action)
    return time.process_time() - begin, sum(map(len, games))


def bare_calls(game):
    legal, apply, words = agon._lib.agon_legal, agon._lib.agon_apply, agon.Position(game)._words
    kind, actions, plies = type(words), (ctypes.c_int32 * 256)(), 0
    begin = time.process_time()
    for n in range(PLAYED):
        p = kind.from_buffer_copy(words)
        while True:
            count = legal(p, actions, 256)
            if count == 0:
                break
            apply(p, actions[(plies * 7 + n) % count])
            plies += 1
    return time.process_time() - begin, plies


def positions(game):
    plies = 0
    begin = time.process_time()
    for n in range(PLAYED):
        position = agon.Position(game)
        while True:
            actions = position.actions
            if not actions:
                break
            position = position.play(actions[(plies * 7 + n) % len(actions)])
            plies += 1
    return time.process_time() - begin, plies


def batch(game):
    many, plies, ply = agon.Batch(game, TOGETHER), 0, 0
    begin = time.process_time()
    while True:
        played = many.play(many.random_actions(ply)).tolist().count(0)
        if played == 0:
            return time.process_time() - begin, plies
        plies += played
        ply += 1


print(f"\nthe same through ctypes, Python {sys.version.split()[0]} (best of {ROUNDS})")
print(f"{'':12} {'apply alone':>12} {'legal, apply':>12} {'Position':>12} {'Batch':>12}")
for game in agon.GAMES:
    best = []
    for way in (apply_alone, bare_calls, positions, batch):
        runs = [way(game) for _ in range(ROUNDS)]
        best.append(min(seconds / plies for seconds, plies in runs) * 1e9)
    print(f"{game:12} " + " ".join(f"{ns:12.0f}" for ns in best))
