"""Bugs of Game of Stones. See mutant.py."""
from mutant import over

# --- Game of Stones: what is legal ---

bug = over("stones")
bug("swapped", "takes X for the row in what it sends", "T1 T5 T4",
    ('{"X": square[0], "Y": square[1]}', '{"X": square[1], "Y": square[0]}'))
bug("columns-first", "reads state[X][Y]", "T1 T5 T3",
    ('state = message["Board"]["state"]', 'state = [list(row) for row in zip(*message["Board"]["state"])]'), kept=False)
bug("from-one", "counts places from 1", "T1 T5",
    ('{"X": square[0], "Y": square[1]}', '{"X": square[0] + 1, "Y": square[1] + 1}'), kept=False)
bug("hole", "crosses the hole", "T1 T5", (" and (x, y) != (4, 4)", ""))
bug("edge-crash", "runs over the south-east edge", "G5 T3",
    ("0 <= x <= 8 and 0 <= y <= 8 and", "0 <= x <= 9 and 0 <= y <= 9 and"))
bug("edge-short", "believes that the last row is off the board, and finds no attack there", "T1 T5 G5 T3",
    ("0 <= x <= 8 and 0 <= y <= 8 and", "0 <= x <= 8 and 0 <= y <= 7 and"),
    ("for y in range(9)", "for y in range(8)"), kept=False)
bug("heights-ignored", "attacks stacks that are higher", "T5",
    ("if kind == ATTACK and height(there) > height(state[y][x]):", "if False:"))
bug("equal-refused", "attacks only lower stacks, and finds no attack among equals", "T5 G5 T3",
    ("height(there) > height(state", "height(there) >= height(state"), kept=False)
bug("floor-division", "divides negative cells: Black's heights are one too large", "T5",
    ("return abs(cell) // 4", "return abs(cell // 4)"))
bug("type-for-height", "takes the type of a stack for its height", "T5",
    ("abs(cell) // 4", "abs(cell) % 4"), kept=False)
bug("leaps", "leaps over stacks of its own", "T5",
    ("        if state[y][x] != 0:\n"
     "            return x, y",
     "        if state[y][x] < 0:\n"
     "            return x, y"), kept=False)
bug("own-attacked", "attacks its own stacks", "T5",
    ("kind = STRENGTHEN if there * colour > 0 else ATTACK", "kind = ATTACK"))
bug("theirs-strengthened", "strengthens the opponent's stacks", "T5",
    ("kind = STRENGTHEN if there * colour > 0 else ATTACK",
     "kind = STRENGTHEN if STRENGTHEN in allowed else ATTACK if there * colour < 0 else 3"), kept=False)
bug("theirs-moved", "moves the opponent's stacks", "T5", ("if state[y][x] * colour <= 0:", "if state[y][x] == 0:"), kept=False)
bug("eight-directions", "moves north-east and south-west, too", "T1 T5",
    ("(1, 1), (-1, -1)]", "(1, 1), (-1, -1), (1, -1), (-1, 1)]"), kept=False)
bug("diagonal-wrong", "has the wrong diagonal", "T1 T5", ("(1, 1), (-1, -1)]", "(1, -1), (-1, 1)]"), kept=False)
bug("direction-forgotten", "forgets the way north, and finds no attack where that is the only one", "T5 G5 T3",
    ("[(0, -1), (0, 1)", "[(0, 1)"))
bug("empty-target", "moves to empty places next to it", "T5",
    ("                if target is None:\n"
     "                    continue\n",
     "                if target is None and is_place(x + dx, y + dy) and STRENGTHEN in allowed:\n"
     "                    moves.append((STRENGTHEN, (x, y), (x + dx, y + dy)))\n"
     "                if target is None:\n"
     "                    continue\n"), kept=False)

# --- Game of Stones: the protocol ---

bug("white-always", "believes that it is White", "T3 T5", ('colour = int(message["Color"])', "colour = 1"))
bug("colour-zero-one", "takes every colour but 1 for an error", "T3 G5",
    ('colour = int(message["Color"])', 'colour = {1: 1, 2: -1}[int(message["Color"])]'), kept=False)
bug("types-swapped", "has attack and strengthen swapped", "T3 T4 T5",
    ("PASS, ATTACK, STRENGTHEN = 0, 1, 2", "PASS, ATTACK, STRENGTHEN = 0, 2, 1"))
bug("allowed-ignored", "passes when an attack is due", "T3",
    ('[int(kind) for kind in message["AllowedMoves"]]', "[PASS, ATTACK, STRENGTHEN]"))
bug("never-passes", "has no pass among its moves, and finds none where it can do nothing else", "G5 T3",
    ("moves = [(PASS, None, None)] if PASS in allowed else []", "moves = []"))
bug("pass-three", "has 3 for a pass", "T4 T3", ('{"Type": PASS, "From"', '{"Type": 3, "From"'))
bug("pass-squares", "sends a pass with squares of -1", "T4 T1",
    ('"From": None, "To": None}', '"From": {"X": -1, "Y": -1}, "To": {"X": -1, "Y": -1}}'), kept=False)
bug("type-words", "writes the type as a word", "T4",
    ('return {"Type": kind,', 'return {"Type": "attack" if kind == 1 else "strengthen",'), kept=False)
bug("type-bool", "sends true for an attack", "T4",
    ('return {"Type": kind,', 'return {"Type": True if kind == 1 else kind,'), kept=False)
bug("lower-case", "writes x and y", "T4", ('{"X": square[0], "Y": square[1]}', '{"x": square[0], "y": square[1]}'))
bug("lists", "sends places as lists", "T4", ('{"X": square[0], "Y": square[1]}', "[square[0], square[1]]"), kept=False)
bug("two-messages", "sends From and To as two messages", "T4",
    ("            send(words(kind, start, target))",
     "            answer = words(kind, start, target)\n"
     '            send({"Type": kind, "From": answer["From"]})\n'
     '            send({"To": answer["To"]})'), kept=False)
bug("second-move-waits", "believes that the opponent moves after each of its own moves", "T3 G9",
    ("    colour, asked = 0, 0\n", "    colour, asked, skip = 0, 0, 0\n"),
    ('        elif "Board" in message:\n',
     "        elif skip > 0:\n"
     "            skip -= 1\n"
     '        elif "Board" in message:\n'
     "            skip = 2\n"))
bug("first-board-kept", "keeps the first board that it was sent", "T3 T5 G4",
    ('state = message["Board"]["state"]', 'state = globals().setdefault("first", message["Board"]["state"])'))
bug("colour-answered", "answers its colour", "T3 T4 G4",
    ('            colour = int(message["Color"])',
     '            colour = int(message["Color"])\n'
     '            send("OK")'))
bug("processed-answered", "acknowledges every move that it hears of", "T3 T4 G4",
    ('        elif int(message["Winner"]) != 0:\n'
     "            break",
     '        elif int(message["Winner"]) != 0:\n'
     "            break\n"
     "        else:\n"
     '            send({"ok": True})'), kept=False)
bug("long-game", "has room for 20 requests", "T9 G5 T3",
    ("            asked += 1\n",
     "            asked += 1\n"
     "            list(range(20))[asked - 1]\n"))
bug("winner-crash", "crashes when it is told that it has lost", "T6 G5 G7",
    ('        elif int(message["Winner"]) != 0:\n'
     "            break",
     '        elif int(message["Winner"]) != 0:\n'
     '            {colour: "won"}[int(message["Winner"])]\n'
     "            break"))
bug("pass-crash", "crashes when the opponent passes: From is null", "T4 G5 T3",
    ('        elif int(message["Winner"]) != 0:',
     '        elif (message["Move"]["From"]["X"] < 0) or int(message["Winner"]) != 0:'))
bug("quits-early", "leaves when it has few stacks of a type left", "G5 T6 T3",
    ("            asked += 1\n",
     "            asked += 1\n"
     '            cells = [cell for row in message["Board"]["state"] for cell in row if cell * colour > 0]\n'
     "            if min(sum(abs(cell) % 4 == kind for cell in cells) for kind in (1, 2, 3)) < 4:\n"
     "                break\n"))
bug("slow-start", "takes ten seconds for its first move", "T8 G9",
    ("            asked += 1\n",
     "            asked += 1\n"
     "            time.sleep(10 if asked == 1 else 0)\n"))
bug("late-once", "waits for a thread of its own, too long, before its third move", "T8",
    ("            asked += 1\n",
     "            asked += 1\n"
     "            threading.Event().wait(2.2 if asked == 3 else 0)\n"),
    ("import sys\n", "import sys\nimport threading\n"))
bug("slow-late", "takes a minute when few stacks are left", "T8 G9",
    ("            asked += 1\n",
     "            asked += 1\n"
     "            sum(range(10**9 if asked == 12 else 1))\n"), kept=False)
bug("missing-to", "forgets To", "T4", (', "To": place(target)}', "}"), kept=False)
bug("stderr-flood", "writes 8 MB to standard error for every move", "G8 G5",
    ("            asked += 1\n",
     "            asked += 1\n"
     '            sys.stderr.write("x" * (8 << 20))\n'))
bug("utf-16", "writes UTF-16", "G3",
    ('sys.stdout.write(json.dumps(message) + "\\n")',
     'sys.stdout.buffer.write((json.dumps(message) + "\\n").encode("utf-16"))'), kept=False)
bug("read-is-message", "takes what one read brings for one message", "G1",
    ("        kept += utf8.decode(read)\n",
     "        yield json.loads(read)\n"
     "        continue\n"), kept=False)
bug("deaf-end", "does not end when the game is over", "G7",
    ("            break\n\n\nplay()", "            time.sleep(60)\n\n\nplay()"), kept=False)
