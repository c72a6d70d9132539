#!/usr/bin/env python3
"""The Python module through libagon: its rules against the known counts, its batches against single
positions, what it says of bad input, games between functions, records. Speaks TAP.
module.py ROOT; AGON_LIBRARY names the folder of the libraries."""

import doctest
import json
import os
import pickle
import re
import shutil
import signal
import sys
import tempfile
import threading
import xml.dom.minidom

sys.dont_write_bytecode = True
root = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(root, "python"))

import agon  # noqa: E402

NODES_MOST = 6000


def known_counts():
    """The rows of tests/games/known_counts.h: game, position or None, nodes by depth."""
    with open(os.path.join(root, "tests/games/known_counts.h"), encoding="utf-8") as file:
        text = file.read()
    example = "".join(re.findall(r'"([^"]*)"', text[text.index("#define STONES_EXAMPLE"):text.index("static const")]))
    for game, position, nodes in re.findall(
            r'\{\s*"(\w+)",\s*"[^"]*",\s*(NULL|(?:STONES_EXAMPLE )?"[^"]*"),\s*\{([^}]*)\}', text):
        start = None if position == "NULL" else position.replace("STONES_EXAMPLE ", '"' + example).replace('"', "")
        yield game, start, [int(number) for number in re.findall(r"\d+", nodes.replace("UINT64_C", ""))]


def count(position, depth):
    if depth == 1:
        return len(position.actions)
    return sum(count(position.play(action), depth - 1) for action in position.actions)


def the_rules_give_the_known_counts():
    rows = list(known_counts())
    assert len(rows) == 10, rows
    for game, start, nodes in rows:
        position = agon.Position(game) if start is None else agon.Position.from_text(game, start)
        for depth in range(1, len(nodes)):
            if nodes[depth] < 3_000_000:
                assert position.perft(depth) == nodes[depth], (game, start, depth)
            if nodes[depth] < NODES_MOST:
                assert count(position, depth) == nodes[depth], (game, start, depth)


def random_games(seed=1):
    """Every position of one random game of each game and variant."""
    for info in agon.GAMES.values():
        for variant in info.variants:
            position = agon.Position(info.name, variant)
            ply = 0
            while True:
                yield position
                if position.over:
                    break
                position = position.play(position.random_action(agon.seed_of(seed, ply)))
                ply += 1


def positions_survive_text_and_pickle():
    for position in random_games():
        assert agon.Position.from_text(position.game, position.text) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert hash(pickle.loads(pickle.dumps(position))) == hash(position)
        assert eval(repr(position)) == position
        assert position.variant in position.info.variants


def moves_are_text_or_number_and_the_mask_has_them():
    for position in random_games(2):
        actions, legal = position.actions, position.legal
        assert [position.action(text) for text in legal] == actions
        assert [i for i, set_ in enumerate(position.mask) if set_] == sorted(actions)
        for text, action in zip(legal[:2], actions[:2]):
            assert position.play(text) == position.play(action)
            assert position.describe(text)
        assert position.over == (not actions) == position.outcome.over


def symmetries_and_planes_have_their_shape():
    for position in random_games(3):
        assert len(position.planes) == len(position.info.planes) * position.info.length ** 2
        if position.over:
            continue
        k, action = position.info.symmetries - 1, position.actions[-1]
        turned = position.symmetry(k).play(position.symmetry_action(action, k))
        assert turned == position.play(action).symmetry(k)


def planes_show_what_the_text_says():
    for position in random_games(6):
        info, planes, text = position.info, position.planes, position.text
        size = info.length ** 2

        def plane(number):
            return planes[number * size:(number + 1) * size]

        if position.game == "reversi":
            mine, theirs, board = plane(0), plane(1), plane(2)
            signs = "XO" if position.turn == 0 else "OX"
            drawn = "".join(signs[0] if mine[i] else signs[1] if theirs[i] else "-" for i in range(64) if board[i])
            assert drawn == text.split()[0].replace("/", ""), (drawn, text)
        elif position.game == "santorini":
            rows = text.split()[0].split("/")
            for y, row in enumerate(rows):
                for x, height in enumerate(row):
                    assert [plane(level)[6 * y + x] for level in range(5)] == [level == int(height) for level in range(5)]
            places = [[place for place in workers.split(",")] for workers in text.split()[1:3]]
            for number in range(4):
                seat = position.turn if number < 2 else 1 - position.turn
                listed = (places[seat] + ["-", "-"])[number % 2]
                found = [f"{i % 6}{i // 6}" for i in range(36) if plane(5 + number)[i]]
                assert found == ([] if listed == "-" else [listed]), (text, number)
        else:
            cells = json.loads(text[:text.index("]]") + 2])
            sign = 1 if position.turn == 0 else -1
            for i in range(81):
                number = sign * cells[i // 9][i % 9]
                kinds = [plane(kind)[i] for kind in range(6)]
                expected = [0] * 6
                if number:
                    expected[abs(number) % 4 - 1 + (0 if number > 0 else 3)] = 1
                assert kinds == expected and plane(6)[i] == abs(number) // 4, (text, i)
            assert any(plane(8)) == (not text.endswith("any")) and sum(plane(7)) == 60


def pictures_are_well_formed():
    for position in random_games(4):
        xml.dom.minidom.parseString(position._repr_svg_())
        assert str(position).endswith("\n")
        assert position.draw(unicode=False).isascii()


def a_batch_finds_what_single_positions_find():
    for info in agon.GAMES.values():
        positions = [position for position in random_games(5) if position.game == info.name]
        batch = agon.Batch.of(positions)
        assert list(batch) == positions and len(batch) == len(positions)
        assert batch.actions() == [position.actions for position in positions]
        assert batch.mask().tobytes() == b"".join(position.mask for position in positions)
        assert batch.planes().tobytes() == b"".join(position.planes for position in positions)
        assert batch.planes().shape == (len(positions), len(info.planes), info.length, info.length)
        assert batch.turns().tolist() == [position.turn for position in positions]
        playouts = batch.playouts(3, seed=9)
        for i, position in enumerate(positions):
            assert tuple(playouts.tolist()[i]) == position.playouts(3, agon.seed_of(9, i))
            winner = batch.winners()[i]
            assert (winner if winner >= 0 else None) == position.outcome.winner
        actions = batch.random_actions(7)
        statuses = batch.play(actions).tolist()
        for i, position in enumerate(positions):
            assert (statuses[i] == 0) != position.over
            assert batch[i] == (position if position.over else position.play(actions[i]))
    empty = agon.Batch("reversi", 0)
    assert len(empty) == 0 and empty.actions() == [] and empty.play([]).tolist() == []
    assert empty.mask().shape == empty.planes().shape == (0,)  # as docs/python.md says


def raises(kind, function, *arguments):
    try:
        function(*arguments)
    except kind as problem:
        assert str(problem), function
        return problem
    raise AssertionError(f"no {kind.__name__} from {function} {arguments}")


def bad_input_is_refused_with_words():
    position = agon.Position("reversi")
    raises(agon.Error, agon.Position, "chess")
    raises(agon.Error, agon.Position, "reversi", "7x7")
    assert raises(agon.BadText, agon.Position.from_text, "reversi", "----q").at == 4
    for text in ("", "\0", "-" * 64 + " X\0", "\udcff", "d3" * 5000, "pass"):
        raises(agon.Error, agon.Position.from_text, "reversi", text)
        raises(agon.Error, position.play, text)
    raises(agon.BadText, agon.Position.from_text, "stones", position.text)
    refusal = raises(agon.IllegalMove, position.play, "a1")
    assert refusal.rule == "R3" and refusal.expected and refusal.seen
    for number in (0, 64, 65, -1, 2 ** 31, 2 ** 80, -2 ** 80):
        raises(agon.IllegalMove, position.play, number)
        raises(agon.IllegalMove, position.move_text, number)
    for thing in (None, 1.5, b"d3", [19]):
        raises(TypeError, position.play, thing)
    raises(agon.Error, position.perft, -1)
    raises(agon.Error, position.symmetry, 8)
    raises(ValueError, position.playouts, -1)
    raises(ValueError, agon.Batch, "reversi", -1)
    raises(ValueError, agon.seed_of, 1, -1)
    raises(ValueError, agon.play, agon.random_bot(), agon.random_bot(), "reversi", -1)
    raises(ValueError, agon.Batch.of, [])
    raises(ValueError, agon.Batch.of, [position, agon.Position("stones")])
    raises(ValueError, agon.Batch("reversi", 3).play, [1, 2])
    assert agon.Batch("reversi", 2).play([19, -7]).tolist() == [0, -15]
    raises(agon.Error, agon.Player, "@11")
    raises(agon.Error, agon.Player, "@\0")


def players_think_and_their_lines_are_legal():
    for info in agon.GAMES.values():
        position = agon.Position(info.name)
        thought = agon.Player("@8").think(position, nodes=3000)
        again = agon.Player("@8").think(position, nodes=3000)
        assert (thought.move, thought.line, thought.nodes) == (again.move, again.line, again.nodes)
        assert thought.move in position.legal and thought.line[0] == thought.move
        assert 0 <= thought.value <= 1
        for move in thought.line:
            position = position.play(move)
    over = [position for position in random_games() if position.over][0]
    raises(agon.Error, agon.Player("@random").think, over)
    player = agon.Player("@max")
    raises(agon.Error, player.think, agon.Position("reversi").play("d3"), -5)
    for wrong in ({"ms": -5}, {"ms": float("nan")}, {"nodes": -1}, {"depth": -1}, {"threads": -1}, {"memory": -1}):
        raises(ValueError, lambda: agon.Player("@5", **wrong))
    assert player.think(agon.Position("reversi"), ms=5).nodes > 0


def a_player_thinks_for_one_thread_at_a_time():
    player, answers = agon.Player("@max"), []
    thread = threading.Thread(target=lambda: answers.append(player.think(agon.Position("stones"), ms=60_000)))
    thread.start()
    while not player._busy.locked():
        pass
    raises(agon.Error, player.think, agon.Position("stones"))
    while thread.is_alive():
        agon._brains().agon_player_stop(player._mind("stones"))
        thread.join(0.01)
    assert answers[0].move in agon.Position("stones").legal


def ctrl_c_ends_a_search():
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started this may ignore it
    player = agon.Player("@max")
    over = threading.Event()

    def interrupt():
        while not over.wait(0.05):  # again, if the first one came before the search
            if player._busy.locked():
                os.kill(os.getpid(), signal.SIGINT)
                return

    thread = threading.Thread(target=interrupt)
    thread.start()
    raises_interrupt = False
    try:
        player.think(agon.Position("stones"), ms=600_000)
    except KeyboardInterrupt:
        raises_interrupt = True
    over.set()
    thread.join()
    assert raises_interrupt
    assert player.think(agon.Position("stones"), nodes=1000).move


def games_between_functions_are_refereed():
    def first(position):
        return position.actions[0]

    def last(position):
        return position.legal[-1]

    for game in agon.GAMES:
        match = agon.play(first, last, game=game, games=4)
        assert sum(match.wins) + match.draws == 4 and match.faults == (0, 0)
        assert match.games[0].moves == match.games[2].moves != match.games[1].moves
        for played in match.games:
            position = agon.Position(game)
            for move in played.moves:
                position = position.play(move)
            assert position == played.final and position.over
    assert agon.play("@1", "@random", seed=3, games=2) is not None
    assert agon.play(first, first, games=2).names == ("first (1)", "first (2)")


def faults_lose_with_a_word():
    def good(position):
        return position.actions[0]

    def verdict(bot):
        match = agon.play(bot, good, games=2)
        assert match.wins == (0, 2) and match.faults == (2, 0), str(match)
        assert match.games[0].words in str(match)
        return match.games[0].verdict

    def crash(position):
        raise RuntimeError("oh no")

    def inner(position):
        return position.play("a1").actions[0]

    assert verdict(crash) == "CRASH"
    assert verdict(inner) == "CRASH"
    assert verdict(lambda position: "a1") == "ILLEGAL"
    assert verdict(lambda position: 10 ** 30) == "ILLEGAL"
    assert verdict(lambda position: "nonsense") == "MALFORMED"
    assert verdict(lambda position: None) == "MALFORMED"
    assert verdict(lambda position: 1.5) == "MALFORMED"
    assert verdict(lambda position: "\udc80") == "MALFORMED"
    raises(TypeError, agon.play, 5, good)


def records_are_read_back():
    golden = os.path.join(root, "tests/referee/golden")
    for name in sorted(os.listdir(golden)):
        record = agon.Record(os.path.join(golden, name))
        assert record.game in agon.GAMES and len(record.players) == 2 and record.verdict
        assert len(record.positions()) == len(record.moves) + 1
        if record.verdict == "WON":
            assert record.positions()[-1].outcome.winner == record.winner
    illegal = agon.Record(os.path.join(golden, "illegal.jsonl"))
    assert (illegal.verdict, illegal.winner, illegal.rule) == ("ILLEGAL", 1, "S4")
    assert illegal.explanation and illegal.stderr(0).startswith("oh")
    won = agon.Record(os.path.join(golden, "hgp.jsonl"))
    assert won.charged_ms(0)[0] == 1.0


def damaged_records_are_refused():
    with open(os.path.join(root, "tests/referee/golden/hgp.jsonl"), encoding="utf-8") as file:
        lines = file.readlines()
    unfinished = agon.Record(lines[:8] + ['{"type":"mo'])
    assert unfinished.verdict is None and len(unfinished.moves) == 1
    for bad in ([], ["{}\n"], ["[1]\n"], ["nonsense\n"], [lines[1]], [lines[0].replace('"format":1', '"format":2')],
                ['{"type":"game","format":1}\n'], ['{"type":"game","format":1,"game":"reversi","players":7}\n'],
                [lines[0].replace("OX", "QX")], lines[:3] + ["\n"], ["[" * 100000 + "\n"],
                [lines[0], '{"type":"move"}\n']):
        raises(agon.Error, agon.Record, bad)
    newer = raises(agon.Error, agon.Record, [lines[0].replace('"format":1', '"format":2,"new":[]')])
    assert "written by a newer agon" in str(newer)
    named = agon.Record([lines[0].replace('"name":"', '"name":"\\u202e\\u009b')])
    assert repr(named).isprintable() and "\\u202e\\x9b" in repr(named)
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(b"\xff\xfe\0\n")
        file.flush()
        raises(agon.Error, agon.Record, file.name)
    raises(agon.Error, agon.Record(lines[:1] + ['{"type":"move","seat":0,"move":"a1"}\n']).positions)


def the_examples_in_the_module_are_true():
    failed, tried = doctest.testmod(agon)
    assert failed == 0 and tried > 10


def the_examples_of_the_pages_run():
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "games"))
        shutil.copy(os.path.join(root, "tests/referee/golden/hgp.jsonl"), os.path.join(folder, "games/1.jsonl"))
        here = os.getcwd()
        os.chdir(folder)
        try:
            failed, tried = doctest.testfile(os.path.join(root, "docs/python.md"), module_relative=False)
        finally:
            os.chdir(here)
    assert failed == 0 and tried > 10


def the_environment_without_pettingzoo_keeps_to_the_rules():
    sys.path.insert(0, os.path.join(root, "python/examples"))
    import pettingzoo_agon
    for info in agon.GAMES.values():
        core = pettingzoo_agon.Core(info.name)
        assert core.agents == list(info.seats)
        while not core.over:
            observation = core.observe(core.agent)
            assert len(observation["action_mask"]) == info.actions
            core.step(observation["action_mask"].index(1))
        assert sum(core.rewards.values()) == 0


TESTS = [value for value in list(globals().values()) if callable(value) and getattr(value, "__module__", "") == "__main__"
         and value.__name__ not in ("known_counts", "count", "random_games", "raises")]

print(f"1..{len(TESTS)}")
bad = 0
for number, test in enumerate(TESTS, 1):
    name = test.__name__.replace("_", " ")
    try:
        test()
        print(f"ok {number} - {name}", flush=True)
    except Exception as problem:  # noqa: BLE001
        import traceback
        bad = 1
        for line in traceback.format_exc().splitlines():
            print("# " + line)
        print(f"not ok {number} - {name}", flush=True)
sys.exit(bad)
