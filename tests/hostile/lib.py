"""What the bots of this folder share: the stream, the three protocols, and honest play.

A bot is one call, such as

    from lib import stones
    stones(lambda bot: bot.say('{"Type": NaN}'), at=1)

It plays honestly (the first legal move it finds) up to its request number `at`, counted from 0 in
every game; from then on `stunt(bot)` answers in its place, or does whatever else it likes. The
honest answer to the open request is bot.answer, as text.

Over stdio without arguments; `bot.py HOST PORT` dials in instead.
"""
import json
import os
import sys


class Bot:
    def __init__(self, stunt=None, at=0):
        self.stunt, self.at, self.requests = stunt, at, 0
        self.rest = b""
        self.input, self.output = 0, 1
        self.socket = dial() if len(sys.argv) > 2 else None
        if self.socket:
            self.input = self.output = self.socket.fileno()

    # The stream.

    def send(self, data):
        while data:
            data = data[os.write(self.output, data):]

    def say(self, text):
        self.send(text.encode() + b"\n")

    def read(self):
        """The next message, None at the end of the stream: the arena sends one to a line."""
        while b"\n" not in self.rest:
            data = os.read(self.input, 65536)
            if not data:
                return None
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def wait(self):
        """Reads on to the end of the stream, and says nothing."""
        while self.read() is not None:
            pass

    # The game.

    def play(self):
        self.join()
        while (message := self.read()) is not None:
            self.hear(message)
        mark("left")
        os._exit(0)

    def join(self):
        pass

    def asked(self, answer):
        """A move is due, and `answer` would do."""
        self.answer = answer if isinstance(answer, str) else json.dumps(answer)
        self.requests += 1
        mark("asked")
        if self.stunt and self.requests > self.at:
            self.stunt(self)
        else:
            self.say(self.answer)

    def say_first(self, wrong):
        """Says the first of some wrong answers; as long as there is none, the honest one."""
        self.say(next((json.dumps(w) for w in wrong), self.answer))


def dial():
    import socket
    try:
        return socket.create_connection((sys.argv[1], int(sys.argv[2])))
    except ConnectionRefusedError:
        os._exit(0)  # the game was over before we came


def mark(what):
    """Tells the runner, by a file: this bot was asked for a move; it has left by itself."""
    folder = os.environ.get("HOSTILE_MARKS")
    if folder and what not in marked:
        marked.add(what)
        name = os.path.basename(sys.argv[0])
        open(f"{folder}/{name}.{os.getpid()}.{what}", "w").close()


marked = set()


# Game of Stones.

LINES = [(0, -1), (0, 1), (1, 0), (-1, 0), (1, 1), (-1, -1)]
PLACES = [(x, y) for y in range(9) for x in range(9) if abs(x - y) <= 4 and (x, y) != (4, 4)]
PASS, ATTACK, STRENGTHEN = 0, 1, 2


def move(kind, start=None, end=None):
    place = lambda p: p and {"X": p[0], "Y": p[1]}
    return {"Type": kind, "From": place(start), "To": place(end)}


class Stones(Bot):
    def hear(self, message):
        if "Color" in message:
            self.color = int(message["Color"])
        elif "Board" in message:
            self.state = message["Board"]["state"]
            self.allowed = [int(kind) for kind in message["AllowedMoves"]]
            self.asked(self.honest())

    def honest(self):
        return move(PASS) if PASS in self.allowed else move(ATTACK, *self.attacks()[0])

    def height(self, place):
        return abs(self.state[place[1]][place[0]]) // 4

    def owner(self, place):
        """1: ours, -1: theirs, 0: nobody's."""
        value = self.state[place[1]][place[0]] * self.color
        return (value > 0) - (value < 0)

    def own(self):
        return [p for p in PLACES if self.owner(p) == 1]

    def theirs(self):
        return [p for p in PLACES if self.owner(p) == -1]

    def empty(self):
        return [p for p in PLACES if self.owner(p) == 0]

    def line(self, start, direction):
        """All places from `start` in that direction, to the edge, over the hole."""
        x, y = start
        while True:
            x, y = x + direction[0], y + direction[1]
            if (x, y) != (4, 4) and (x, y) not in PLACES:
                return
            yield x, y

    def seen(self, start):
        """The first stack in each direction; nothing is seen over the hole."""
        for direction in LINES:
            for place in self.line(start, direction):
                if place == (4, 4):
                    break
                if self.owner(place):
                    yield place
                    break

    def pairs(self, owner):
        """Every own stack with each stack of that owner which it sees."""
        return [(p, q) for p in self.own() for q in self.seen(p) if self.owner(q) == owner]

    def attacks(self):
        return [(p, q) for p, q in self.pairs(-1) if self.height(p) >= self.height(q)]


# Reversi.

class Reversi(Bot):
    def hear(self, message):
        if not isinstance(message, dict) or "version" in message:
            return
        if "board" in message:
            self.board, self.me = message["board"], message["you"]
        else:
            for a, b in message["changed"]:
                self.board[a][b] = message["by"]
        if message["next_turn"] == self.me and not message.get("game_status"):
            self.asked({"placed": self.legal()[0]})

    def squares(self):
        size = range(len(self.board))
        return [[a, b] for a in size for b in size]

    def at_square(self, a, b):
        inside = 0 <= a < len(self.board) and 0 <= b < len(self.board)
        return self.board[a][b] if inside else -1

    def turns(self, a, b, da, db):
        """How many stones a stone on [a, b] would turn in one direction."""
        count = 0
        while self.at_square(a + da, b + db) == 1 - self.me:
            a, b, count = a + da, b + db, count + 1
        return count if self.at_square(a + da, b + db) == self.me else 0

    def legal(self, turning=True):
        """The empty squares where a stone turns others; with `turning` False, the other ones."""
        around = [(da, db) for da in (-1, 0, 1) for db in (-1, 0, 1) if da or db]
        return [[a, b] for a, b in self.squares() if self.board[a][b] == -1
                and any(self.turns(a, b, *d) for d in around) == turning]


# Santorini.

EAST_WEST = {-1: "WEST", 0: "PUT", 1: "EAST"}
NORTH_SOUTH = {-1: "NORTH", 0: "PUT", 1: "SOUTH"}
AROUND = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
STAY = (0, 0)
DOME, WINNING = 4, 3
TURN = 2  # the number of the first request that is not for a placement


class Santorini(Bot):
    def __init__(self, stunt=None, at=0, name="ann", join=None, ok='"OK"'):
        super().__init__(stunt, at)
        self.name, self.ok = name, ok
        self.joining = join or json.dumps(["join", name])

    def join(self):
        self.say(self.joining)

    def hear(self, message):
        word, content = message if isinstance(message, list) else (message, None)
        if word == "place":
            self.place([(worker["x"], worker["y"]) for worker in content])
        elif word == "turn":
            self.turn(content)
        elif content is not None:
            if word == "name":
                self.name = content
            if word == "new_game":
                self.requests = 0
            self.say(self.ok)

    def place(self, taken):
        self.taken = taken
        size = range(5)
        x, y = next((x, y) for y in size for x in size if (x, y) not in taken)
        self.asked(self.placement(x, y))

    @staticmethod
    def placement(x, y):
        return ["place", x, y]

    def turn(self, board):
        self.board, self.workers, self.others = board, {}, []
        for y, row in enumerate(board):
            for x, cell in enumerate(row):
                if not isinstance(cell, str):
                    continue
                if cell[1:-1] == self.name:
                    self.workers[int(cell[-1])] = (x, y)
                else:
                    self.others.append((x, y))
        self.asked(self.honest())

    def honest(self):
        return next(self.turns())

    def turns(self):
        for worker, step, to in self.steps():
            if self.height(to) == WINNING:
                yield self.move(worker, step)
            else:
                yield from (self.move(worker, step, b) for b in self.builds(to, worker))

    def move(self, worker, step, build=None):
        turn = [["move", {"player": self.name, "id": worker}, words(step)]]
        return turn + [["build", words(build)]] if build else turn

    def inside(self, place):
        return 0 <= place[0] < len(self.board) and 0 <= place[1] < len(self.board)

    def height(self, place):
        return int(str(self.board[place[1]][place[0]])[0])

    def occupied(self, place):
        return place in self.others or place in self.workers.values()

    def steps(self, legal=True):
        """(worker, direction, target) of every step that stays on the board."""
        for worker, start in sorted(self.workers.items()):
            for d in AROUND:
                to = add(start, d)
                if self.inside(to) and (not legal or self.may_step(start, to)):
                    yield worker, d, to

    def may_step(self, start, to):
        return (not self.occupied(to) and self.height(to) < DOME
                and self.height(to) <= self.height(start) + 1)

    def builds(self, to, worker):
        """Every direction in which that worker may build once it stands on `to`."""
        for d in AROUND:
            on = add(to, d)
            free = not self.occupied(on) or on == self.workers[worker]
            if self.inside(on) and free and self.height(on) < DOME:
                yield d


def add(place, direction):
    return place[0] + direction[0], place[1] + direction[1]


def words(direction):
    return [EAST_WEST[direction[0]], NORTH_SOUTH[direction[1]]]


class Course(Santorini):
    """The same game in the words of the course's protocol."""

    def __init__(self, stunt=None, at=0, name="ann", join=None):
        super().__init__(stunt, at, name, join or json.dumps(name))

    def hear(self, message):
        if isinstance(message, str):
            pass  # the opponent's name
        elif message[:1] == ["playing-as"]:
            self.name = message[1]
        elif message == [] or (len(message[0]) == 3 and isinstance(message[0][1], int)):
            if len(message) < 2:
                self.requests = 0  # a new game: nothing else says so
            self.place([(x, y) for _, x, y in message])
        elif len(message[0]) > 3:
            self.turn(message)

    @staticmethod
    def placement(x, y):
        return [x, y]

    def move(self, worker, step, build=None):
        return [f"{self.name}{worker}"] + words(step) + (words(build) if build else [])


def stones(*options, **more):
    Stones(*options, **more).play()


def reversi(*options, **more):
    Reversi(*options, **more).play()


def santorini(*options, **more):
    Santorini(*options, **more).play()


def course(*options, **more):
    Course(*options, **more).play()
