"""Bugs of Santorini, in both of its protocols. See mutant.py."""
from mutant import over

# --- Santorini: joining, placing, acknowledging ---

bug = over("santorini")
bug("join-bare", "joins with its bare name, as in the course's protocol", "S1",
    ('send(["join", me])', "send(me)"), kept=False)
bug("join-never", "waits to be asked for its name", "S1", ('    send(["join", me])\n', ""))
bug("join-twice", "joins twice", "S1 S3 G4",
    ('    send(["join", me])\n',
     '    send(["join", me])\n'
     '    send(["join", me])\n'), kept=False)
bug("name-unanswered", "does not acknowledge a new name", "S1",
    ("            me = message[1]\n"
     '            send("OK")\n',
     "            me = message[1]\n"))
bug("name-kept", "goes on with the name that it wanted", "S1 S5",
    ("            me = message[1]\n", ""),
    ('send(["join", me])', 'send(["join", me])'))
bug("case-name", "has capitals in its name, and compares with them", "S1 S5 G5",
    ('me = "mutant"', 'me = "Mutant"'),
    ("            me = message[1]\n", ""))
bug("prefix-name", "takes workers for its own whose owner's name begins with its own", "S5 S1",
    ("worker[0] == me", "worker[0].startswith(me)"))
bug("suffix-name", "takes workers for its own whose owner's name ends with its own", "S5 S1",
    ("worker[0] == me", "worker[0].endswith(me)"))
bug("part-name", "takes workers for its own whose owner's name ends its own", "S5 S1",
    ("worker[0] == me", "me.endswith(worker[0])"), kept=False)
bug("new-game-silent", "does not acknowledge new_game", "S3",
    ("            opponent = message[1]\n"
     '            send("OK")\n',
     "            opponent = message[1]\n"))
bug("new-game-case", "acknowledges with ok", "S3",
    ("            opponent = message[1]\n"
     '            send("OK")\n',
     "            opponent = message[1]\n"
     '            send("ok")\n'), kept=False)
bug("ok-twice", "acknowledges twice", "S3 S4 G4",
    ("            opponent = message[1]\n"
     '            send("OK")\n',
     "            opponent = message[1]\n"
     '            send("OK")\n'
     '            send("OK")\n'), kept=False)
bug("place-bare", "sends [x, y]", "S4", ('send(["place", x, y])', "send([x, y])"), kept=False)
bug("place-taken", "looks only at its own workers when it places one", "S4",
    ("for worker in workers]\n"
     "    return",
     'for worker in workers if worker["player"] == "mutant"]\n'
     "    return"),
    ("range(5) for y in range(5)", "range(2) for y in range(2)"))
bug("place-outside", "places from 0 to 6", "S4", ("for x in range(5) for y", "for x in range(7) for y"), kept=False)
bug("place-strings", "sends coordinates as strings", "S4", ('["place", x, y]', '["place", str(x), str(y)]'), kept=False)
bug("place-first", "cannot be the first player: the list of workers is empty", "S4 G5",
    ("    taken = [",
     '    first = workers[0]["x"]\n'
     "    taken = ["))
bug("place-second", "forgets its second placement", "S4",
    ("            x, y = choose_place(message[1])\n",
     "            if len(message[1]) > 1:\n"
     "                continue\n"
     "            x, y = choose_place(message[1])\n"), kept=False)
bug("over-silent", "does not acknowledge the end of a game", "S7",
    ('            reason = message[1]["reason"]\n'
     '            send("OK")\n',
     '            reason = message[1]["reason"]\n'))
bug("one-game", "leaves after its first game", "S8 S7 G6",
    ('            reason = message[1]["reason"]\n'
     '            send("OK")\n',
     '            reason = message[1]["reason"]\n'
     '            send("OK")\n'
     "            break\n"))
bug("broken-rule", "knows no other reason than WON", "S7 G5",
    ('message[1]["reason"]', '{"WON": 1}[message[1]["reason"]]'))
bug("finished-silent", "does not acknowledge the end of the contest", "S8",
    ('"tournament_finished":\n'
     '            send("OK")\n',
     '"tournament_finished":\n'
     "            continue\n"))
bug("finished-crash", "crashes at the end of the contest", "S8",
    ('"tournament_finished":\n'
     '            send("OK")\n',
     '"tournament_finished":\n'
     '            message[1]["winner"]\n'), kept=False)
bug("placements-counted", "counts its placements, and does not begin anew with the next game", "S8 S4 G5",
    ("    taken = [(",
     "    globals()['placed'] = globals().get('placed', 0) + 1\n"
     "    [1, 2][globals()['placed'] - 1]\n"
     "    taken = [("))
bug("last-game-kept", "keeps the squares of all earlier games as taken when it places workers", "S8 S4 S3 G5",
    ('    taken = [(worker["x"], worker["y"]) for worker in workers]\n',
     "    taken = globals().setdefault('ever', [])\n"
     '    taken += [(worker["x"], worker["y"]) for worker in workers]\n'))
bug("first-opponent", "takes all workers for its own that are not its first opponent's", "S8 S3 S5",
    ("            opponent = message[1]\n",
     "            opponent = message[1]\n"
     "            globals().setdefault('first', opponent)\n"),
    ("return worker[0] == me", "return worker[0] != first"))
bug("leak", "keeps 8 MB of every game", "S8 G5",
    ("            opponent = message[1]\n",
     "            opponent = message[1]\n"
     "            globals().setdefault('hoard', []).append(bytearray(b'x') * (8 << 20))\n"))

# --- Santorini: turns ---

bug("directions-swapped", "has north-south first", "S2",
    ("[EAST_WEST[step[0]], NORTH_SOUTH[step[1]]]", "[NORTH_SOUTH[step[1]], EAST_WEST[step[0]]]"))
bug("north-is-down", "lets y grow to the north", "S2 S5",
    ('{-1: "NORTH", 0: "PUT", 1: "SOUTH"}', '{-1: "SOUTH", 0: "PUT", 1: "NORTH"}'), kept=False)
bug("columns-first", "reads Board[x][y]", "S2 S5",
    ("for y, row in enumerate(board):\n"
     "        for x, cell",
     "for x, row in enumerate(board):\n"
     "        for y, cell"), kept=False)
bug("direction-case", "writes East", "S2", ('1: "EAST"}', '1: "East"}'), kept=False)
bug("climbs-two", "climbs two levels", "S5", ("min(heights[start] + 1, 3)", "min(heights[start] + 2, 3)"))
bug("worker-height", "takes the height below a worker for 0", "S5 G5",
    ("                workers[x, y] = cell[1:-1]",
     "                heights[x, y] = 0\n"
     "                workers[x, y] = cell[1:-1]"), kept=False)
bug("onto-worker", "moves onto other workers", "S5", ("if there in workers or heights", "if heights"), kept=False)
bug("dome-built", "builds on domes", "S5", ("if heights[target] < 4 and (", "if ("))
bug("never-wins", "takes level 3 for a dome, and finds no turn where only a winning one is left", "S5 G5",
    ("min(heights[start] + 1, 3)", "min(heights[start] + 1, 2)"))
bug("worker-built", "builds on workers", "S5", (" and (target not in workers or target == start)", ""), kept=False)
bug("left-square", "does not build where it came from, and finds no turn where only that is left", "S5 S6 G5",
    (" or target == start", ""))
bug("builds-after-win", "builds after a winning move", "S5",
    ("                turns.append((worker, step, None))\n"
     "                continue\n",
     "                pass\n"))
bug("wins-at-two", "believes that level 2 wins", "S5",
    ("if heights[there] == 3:", "if heights[there] >= 2:"), kept=False)
bug("no-build", "forgets to build", "S5", ("[move] if build is None else", "[move] if True else"), kept=False)
bug("build-from-start", "builds around the square that it came from", "S5",
    ("in neighbours(heights, there):", "in neighbours(heights, start):"), kept=False)
bug("stays", "takes staying for a move", "S5",
    ("for step, there in neighbours(heights, start):\n"
     "            if there in workers or",
     "for step, there in [*neighbours(heights, start), ((0, 0), start)]:\n"
     "            if (there in workers and there != start) or"), kept=False)
bug("theirs-moved", "moves the opponent's workers", "S5", ("return worker[0] == me", "return True"))
bug("theirs-named", "moves workers of the opponent under its own name", "S5",
    ("return worker[0] == me", "return True"),
    ('{"player": worker[0],', '{"player": "mutant",'), kept=False)
bug("id-from-zero", "counts workers from 0", "S4 S5", ('"id": worker[1]', '"id": worker[1] - 1'))
bug("id-one", "moves worker 1 whatever it has chosen", "S5", ('"id": worker[1]', '"id": 1'), kept=False)
bug("id-string", "sends the worker's number as a string", "S5", ('"id": worker[1]', '"id": str(worker[1])'), kept=False)
bug("edge", "believes that the board is 8 by 8", "S5 S2",
    (" and there in heights:", " and heights.setdefault(there, 0) < 5:"),
    ("    for start, worker in workers.items():", "    for start, worker in list(workers.items()):"))
bug("flat-turn", "sends its move without the outer list when it wins", "S5",
    ("return [move] if build", "return move if build"), kept=False)
bug("resigns", "sends an empty list when it stands badly", "S5",
    ("    return words(*draw",
     "    if len(turns) < 20:\n"
     "        return []\n"
     "    return words(*draw"), kept=False)
bug("memory-board", "remembers the heights of the first board", "S2 S5",
    ("    heights, workers = read_board(board)\n",
     "    heights, workers = read_board(board)\n"
     "    heights = globals().setdefault('first', heights)\n"), kept=False)
bug("slow-win", "checks for a minute whether it really wins", "G9",
    ("    return words(*draw",
     "    if wins:\n"
     "        sum(range(10**9))\n"
     "    return words(*draw"))
bug("high-crash", "crashes when it stands on level 2", "G5 S5",
    ("    turns = legal_turns(heights, workers, me)\n",
     "    turns = legal_turns(heights, workers, me)\n"
     "    [0, 1][max(heights[square] for square in workers if is_mine(workers[square], me))]\n"), kept=False)
bug("line-limit", "takes the first 100 bytes of a message", "G1 G2 S5",
    ("        read = os.read(0, 65536)\n", "        read = os.read(0, 65536)[:100]\n"), kept=False)

# --- Santorini, the course's protocol ---

bug = over("santorini_course")
bug("join-list", "joins with a list, as in the other protocol", "S1", ("    send(me)\n", '    send(["join", me])\n'))
bug("name-answered", "acknowledges the name of its opponent", "S4 S3 G4",
    ("            continue  # the name of the opponent",
     '            send("OK")\n'
     "            continue"))
bug("renamed-kept", "goes on with the name that it wanted", "S1 S5",
    ("            me = message[1]\n", "            pass\n"))
bug("worker-unnumbered", "forgets the worker's number", "S5",
    ("turns.append([worker, *step, *build])", "turns.append([worker[:-1], *step, *build])"), kept=False)
bug("pairs-nested", "sends directions as pairs", "S2 S5",
    ("turns.append([worker, *step, *build])", "turns.append([worker, step, build])"))
bug("results-placed", "takes the list of results for a request", "S9 G5 G7 S4",
    ("isinstance(entry[1], int) for", "True for"),
    ("elif all(len(entry) == 3", "elif all(len(entry) in (2, 3)"))
