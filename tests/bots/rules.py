"""The rules of the kits in Python against agon's: random games by legal_moves() and play() alone. In
every position the numbers of sequences of one and of two moves are the same as agon's, and at the end
the winner. Speaks TAP.

    rules.py AGON BOTS
"""
import importlib.util
import json
import random
import subprocess
import sys

AGON, BOTS = sys.argv[1:]


def ask(*arguments):
    run = subprocess.run([AGON, *arguments, "--json"], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(run.stdout)


def load(name):
    spec = importlib.util.spec_from_file_location(name, f"{BOTS}/python/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def reversi_start(kit):
    board = [[kit.EMPTY] * 8 for _ in range(8)]
    board[3][4] = board[4][3] = 0  # X, who begins
    board[3][3] = board[4][4] = 1
    return kit.Position(tuple(map(tuple, board)), 0)


def reversi_text(position):
    return "".join("XO-"[cell] for row in position.board for cell in row) + " " + "XO"[position.player]


def santorini_start(kit):
    size = random.choice((5, 6))
    places = random.sample([(x, y) for x in range(size) for y in range(size)], 4)
    return kit.Position(((0,) * size,) * size, (tuple(places[:2]), tuple(places[2:])), 0)


def santorini_text(position):
    heights = "/".join("".join(map(str, row)) for row in position.heights)
    workers = " ".join(",".join(f"{x}{y}" for x, y in both) for both in position.workers)
    return f"{heights} {workers} {position.player + 1}"


def stones_start(kit):
    state = [[5, 5, 5, 5, -5, 0, 0, 0, 0], [-5, 6, 6, 6, -6, -5, 0, 0, 0], [-5, -6, 7, 7, -7, -6, -5, 0, 0],
             [-5, -6, -7, 5, -5, -7, -6, -5, 0], [-5, -6, -7, -5, 0, 5, 7, 6, 5], [0, 5, 6, 7, 5, -5, 7, 6, 5],
             [0, 0, 5, 6, 7, -7, -7, 6, 5], [0, 0, 0, 5, 6, -6, -6, -6, 5], [0, 0, 0, 0, 5, -5, -5, -5, -5]]
    return kit.Position(tuple(map(tuple, state)), kit.WHITE, kit.FIRST)


def stones_text(position):
    phase = {"first": "first", "attack": "attack", "free": "any"}[position.phase]
    state = json.dumps(position.state, separators=(",", ":"))
    return f"{state} {'w' if position.player == 1 else 'b'} {phase}"


WINNERS = {"reversi": {0: "X", 1: "O", -1: None}, "santorini": {0: "first", 1: "second"},
           "stones": {1: "White", -1: "Black"}}


def compare(game, kit, start, text, seed):
    """Plays a game, and returns how many positions were compared."""
    random.seed(seed)
    position, compared = start(kit), 0
    while moves := kit.legal_moves(position):
        after = [kit.play(position, move) for move in moves]
        if random.random() < 0.3 or len(moves) < 8:  # the end of a game has the rare cases
            counts = ask("perft", game, "2", "--divide", "--position", text(position))
            assert len(counts["moves"]) == len(moves), f"{text(position)}: {moves}, {counts}"
            # A player who cannot move is skipped: for agon that is a move.
            if game != "reversi" or all(p.player != position.player for p in after):
                twos = sum(len(kit.legal_moves(p)) for p in after)
                assert counts["nodes"] == twos, f"{text(position)}: {twos} of two moves, {counts}"
            compared += 1
        position = random.choice(after)
    shown = ask("show", game, "--position", text(position))
    assert shown["winner"] == WINNERS[game][kit.winner(position)], shown
    return compared


games = {"reversi": (reversi_start, reversi_text), "santorini": (santorini_start, santorini_text),
         "santorini_course": (santorini_start, santorini_text), "stones": (stones_start, stones_text)}
bad = 0
for number, (name, (start, text)) in enumerate(games.items(), 1):
    try:
        moves = sum(compare(name.removesuffix("_course"), load(name), start, text, seed) for seed in (1, 2))
        print(f"ok {number} - {name}.py has agon's rules in {moves} positions")
    except (AssertionError, subprocess.CalledProcessError) as error:
        bad = 1
        print(f"not ok {number} - {name}.py has agon's rules\n# {error}")
print(f"1..{len(games)}")
sys.exit(bad)
