"""Bugs of Reversi. See mutant.py."""
from mutant import over

# --- Reversi: what is legal ---

bug = over("reversi")
bug("swapped", "sends column, row", "R3 R2", ('"placed": [row, column]', '"placed": [column, row]'))
bug("from-one", "counts rows and columns from 1", "R2 R3",
    ('"placed": [row, column]', '"placed": [row + 1, column + 1]'), kept=False)
bug("wraps", "looks over the edge: board[-1] is the other side in Python", "R3",
    ("while 0 <= r < 8 and 0 <= c < 8", "while r < 8 and c < 8"),
    ("if 0 <= r < 8 and 0 <= c < 8", "if r < 8 and c < 8"))
bug("edge-crash", "reads beyond the last row", "G5 R2 R4",
    ("while 0 <= r < 8 and", "while 0 <= r <= 8 and"), kept=False)
bug("direction-forgotten",
    "forgets one of the eight directions, and finds no move where only that one turns stones", "R3 G5 R2 R4",
    (", (1, 0), (1, 1)]", ", (1, 0)]"))
bug("direction-wrong", "has one direction wrong", "R3", ("(1, 0), (1, 1)]", "(1, 0), (1, 2)]"), kept=False)
bug("open-line", "turns lines that end on an empty square", "R3",
    ("and board[r][c] == me:", "and board[r][c] != 1 - me:"), kept=False)
bug("line-to-edge", "turns lines that end at the edge", "R3",
    ("        if 0 <= r < 8 and 0 <= c < 8 and board[r][c] == me:",
     "        if not (0 <= r < 8 and 0 <= c < 8) or board[r][c] == me:"), kept=False)
bug("next-to", "takes every empty square next to an opponent's stone", "R3",
    ("        if 0 <= r < 8 and 0 <= c < 8 and board[r][c] == me:\n"
     "            stones += line",
     "        stones += line"), kept=False)
bug("occupied", "places onto stones", "R3", ("board[row][column] == EMPTY and turned", "turned"), kept=False)
bug("any-empty", "takes any empty square on the edges for legal", "R3",
    ("== EMPTY and turned(board, row, column, me)",
     "== EMPTY and (row in (0, 7) or turned(board, row, column, me))"), kept=False)
bug("late-illegal", "is wrong in the endgame only: the last squares need not turn anything", "R3",
    ("== EMPTY and turned(board, row, column, me)",
     "== EMPTY and (turned(board, row, column, me) or sum(row.count(EMPTY) for row in board) < 6)"))
bug("corner-crash", "crashes when it takes a corner: its table of values has no entry", "G5 R2 R4",
    ('    return {"placed"',
     "    values = {(r, c): 1 for r in range(8) for c in range(8) if r % 7 or c % 7}\n"
     "    values[row, column]\n"
     '    return {"placed"'))

# --- Reversi: the protocol ---

bug("you-ignored", "believes that it is always player 0", "R2 R1 R4 R6 G4", ('me = message["you"]', "me = 0"))
bug("first-begins", "believes that player 0 always begins", "R2 R4 R6 G4",
    ('        if message["next_turn"] == me:',
     '        if message["next_turn"] == me if "by" in message else me == 0:'))
bug("pass-waits", "waits for the opponent after its own move, also when that one must pass", "R4",
    ('        if message["next_turn"] == me:', '        if message["next_turn"] == me and message.get("by") != me:'))
bug("pass-plays", "plays after every move of the opponent, also when it must pass itself", "R4 R6 G4 G5",
    ('        if message["next_turn"] == me:',
     '        if message["next_turn"] == me or message.get("by") == 1 - me:'))
bug("pass-once", "answers the first turn after a skipped opponent, but not a second one in a row", "R4",
    ("    board, me = None, None\n", "    board, me, extra = None, None, 0\n"),
    ('        if message["next_turn"] == me:',
     '        extra = extra + 1 if message["next_turn"] == message.get("by") == me else 0\n'
     '        if message["next_turn"] == me and extra < 2:'))
bug("room-for-twelve", "has room for twelve changed squares", "G5 R4",
    ('            for row, column in message["changed"]:\n',
     "            room = [None] * 12\n"
     '            for i, (row, column) in enumerate(message["changed"]):\n'
     "                room[i] = row, column\n"))
bug("own-unchanged", "forgets to apply its own moves", "R4 R3",
    ('            for row, column in message["changed"]:',
     '            for row, column in message["changed"] if message["by"] != me else []:'), kept=False)
bug("first-changed", "applies the placed stone only, not those that were turned", "R4 R3",
    ('in message["changed"]:', 'in message["changed"][:1]:'), kept=False)
bug("by-inverted", "gives turned stones to the wrong player", "R4 R3",
    ('= message["by"]\n', '= 1 - message["by"]\n'), kept=False)
bug("standard-board", "ignores the board of the sync, and begins from the usual one", "R2",
    ('board = [list(row) for row in message["board"]]',
     "board = [[-1] * 8 for _ in range(8)]; board[3][3] = board[4][4] = 0; board[3][4] = board[4][3] = 1"))
bug("transposed", "reads the board of the sync by columns", "R2 R3",
    ('[list(row) for row in message["board"]]', '[list(row) for row in zip(*message["board"])]'))
bug("name-late", "says its name when it is asked for its first move", "R7 R2",
    ('send({"name": "mutant"})\n', ""),
    ("            send(choose(board, me))",
     '            send({"name": "mutant"} if sum(row.count(EMPTY) for row in board) >= 59 else choose(board, me))'))
bug("name-long", "has a name of 40 letters", "R7", ('"name": "mutant"', '"name": "mutant" * 7'))
bug("version-answered", "answers the version", "R1 R7 R3 G4",
    ("            continue  # the version",
     '            send("OK")\n'
     "            continue"))
bug("version-strict", "takes the first message for the sync", "R1 G5",
    ('        if not isinstance(message, dict) or "next_turn" not in message:\n'
     "            continue  # the version\n",
     "        message['next_turn']\n"), kept=False)
bug("end-ignored", "does not look at game_status, and moves when the game is over", "R5 G5 G7",
    ('            if message["game_status"] != 0:\n'
     "                break\n",
     ""))
bug("status-one-only", "knows no draw and no fault: dies of every other status", "R5 G5 G7",
    ('            if message["game_status"] != 0:', '            if {0: 0, 1: 1}[message["game_status"]] != 0:'), kept=False)
bug("stuck-leaves", "leaves when it has no move, though the game goes on", "R4 G5",
    ('        if message["next_turn"] == me:',
     "        if not legal_moves(board, me):\n"
     "            break\n"
     '        if message["next_turn"] == me:'))
bug("key-order", "takes the values of the sync in their order", "R2 G3",
    ('me = message["you"]', "me = list(message.values())[2]"))
bug("strict-keys", "dies of a key that it does not know", "G3",
    ('        if "board" in message:',
     "        (lambda changed=0, by=0, next_turn=0, game_status=0, board=0, you=0: 0)(**message)\n"
     '        if "board" in message:'))
bug("placed-letters", "names squares as people do", "R3",
    ("[row, column]}", '"abcdefgh"[column] + str(row + 1)}'), kept=False)
bug("placed-strings", "sends numbers in quotes", "R3", ("[row, column]}", "[str(row), str(column)]}"), kept=False)
bug("placed-case", "writes Placed", "R3", ('{"placed"', '{"Placed"'), kept=False)

# --- Reversi: JSON, bytes, time, the process ---

bug("single-quotes", "prints a Python dictionary instead of JSON", "G3", ("json.dumps(message)", "str(message)"), kept=False)
bug("trailing-comma", "leaves a comma behind the last element", "G3",
    ("json.dumps(message)", 'json.dumps(message).replace("}", ",}")'), kept=False)
bug("not-a-number", "adds its evaluation, which is NaN at times", "G3",
    ("[row, column]}", '[row, column], "value": float("nan") if row == column else 0.5}'))
bug("key-twice", "has a key twice", "G3",
    ("json.dumps(message)", 'json.dumps(message).replace(\'{"placed"\', \'{"placed": 0, "placed"\')'), kept=False)
bug("debug-print", "prints what it thinks to standard output", "G3",
    ("            send(choose(board, me))",
     '            print("thinking")\n'
     "            send(choose(board, me))"))
bug("info-lines", "sends progress before its move", "R3",
    ("            send(choose(board, me))",
     '            send({"info": "depth 1"})\n'
     "            send(choose(board, me))"), kept=False)
bug("no-flush", "does not flush its output", "G9 G1 R2",
    ("    sys.stdout.flush()\n", ""),
    ('send({"name": "mutant"})\n', ""))
bug("twice", "sends every move twice", "G4 R6",
    ("            send(choose(board, me))",
     "            move = choose(board, me)\n"
     "            send(move)\n"
     "            send(move)"))
bug("comment-long", "explains its move in 70 KB", "G2", ("[row, column]}", '[row, column], "comment": "x" * 70000}'))
bug("comment-deep", "sends its search tree, 40 levels deep", "G2",
    ("json.dumps(message)", 'json.dumps(message)[:-1] + \', "tree": \' + "[" * 40 + "]" * 40 + "}"'), kept=False)
bug("read-is-message", "takes what one read brings for one message", "G1",
    ("        kept += utf8.decode(read)\n",
     "        yield json.loads(read)\n"
     "        continue\n"))
bug("read-too-short", "reads 128 bytes for a message", "G1",
    ("        kept += utf8.decode(read)\n",
     "        yield json.loads(read)\n"
     "        continue\n"),
    ("65536", "128"), kept=False)
bug("late-once", "waits for something that does not come when many moves are legal, then answers", "G9",
    ("    row, column = draw",
     "    if len(legal_moves(board, me)) > 8:\n"
     "        select.select([], [], [], 2.2)\n"
     "    row, column = draw"),
    ("import random\n", "import random\nimport select\n"))
bug("slow-once", "thinks for a minute when many moves are legal", "G9",
    ("    row, column = draw",
     "    if len(legal_moves(board, me)) > 10:\n"
     "        sum(range(10**9))\n"
     "    row, column = draw"), kept=False)
bug("deaf-end", "does not end when its input ends", "G7",
    ("        if not read:\n"
     "            return\n",
     "        if not read:\n"
     "            time.sleep(60)\n"),
    ('            if message["game_status"] != 0:\n'
     "                break\n",
     '            if message["game_status"] != 0:\n'
     "                continue\n"))
bug("exit-one", "ends with exit status 1", "G7 G5 R5",
    ("\n"
     "play()\n",
     "\n"
     "play()\n"
     "sys.exit(1)\n"))
bug("child-stays", "leaves a child behind that holds its output open", "G7",
    ("\n"
     "play()\n",
     "\n"
     "if os.fork() == 0:\n"
     "    time.sleep(60)\n"
     "    os._exit(0)\n"
     "play()\n"))
bug("memory", "keeps 8 MB of every move", "G5",
    ("            send(choose(board, me))",
     "            kept_for_ever = globals().setdefault('hoard', [])\n"
     "            kept_for_ever.append(bytearray(b'x') * (8 << 20))\n"
     "            send(choose(board, me))"))
