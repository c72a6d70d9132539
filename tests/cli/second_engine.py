"""A whole engine of Reversi that shares nothing with agon: it has its own rules, reads NBoard and
UGI as their descriptions tell, and plays any legal move."""
import random
import re
import sys

STEPS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
START = "." * 27 + "O*......*O" + "." * 27


class Game:
    def __init__(self, squares=START, turn="*"):
        self.cells = {(i % 8, i // 8): c for i, c in enumerate(squares.replace("-", "."))}
        self.turn = turn

    def turned(self, x, y):
        found = []
        for a, b in STEPS:
            line, at = [], (x + a, y + b)
            while self.cells.get(at) not in (None, ".", self.turn):
                line.append(at)
                at = (at[0] + a, at[1] + b)
            if self.cells.get(at) == self.turn:
                found += line
        return found if self.cells[x, y] == "." else []

    def moves(self):
        return [square for square in self.cells if self.turned(*square)]

    def play(self, name):
        if name.lower() in ("pa", "--", "pass"):
            assert not self.moves(), "a pass although there is a move"
        else:
            square = ord(name[0].lower()) - ord("a"), int(name[1]) - 1
            turned = self.turned(*square)
            assert turned, name + " is not legal"
            for cell in [square] + turned:
                self.cells[cell] = self.turn
        self.turn = "O" if self.turn == "*" else "*"

    def choose(self):
        x, y = random.choice(self.moves())
        return chr(ord("a") + x) + str(y + 1)


random.seed(4)
game = Game()
for line in sys.stdin:
    words = line.split()
    reply = None
    if words[:2] == ["set", "game"]:
        board = re.search(r"BO\[8 ([-*O]{64}) ([*O])\]", line)
        game = Game(board[1], board[2])
    elif words[:1] == ["move"]:
        game.play(words[1].split("/")[0])
    elif words[:1] == ["ping"]:
        reply = "pong " + words[1]
    elif words == ["go"]:
        reply = "=== " + game.choose().upper()
    elif words == ["ugi"]:
        reply = "id name second\nugiok"
    elif words == ["isready"]:
        reply = "readyok"
    elif words[:1] == ["position"]:
        game = Game()
        if words[1] == "fen":
            game = Game(words[2].replace("X", "*"), words[3].replace("X", "*"))
        for name in words[words.index("moves") + 1:] if "moves" in words else []:
            game.play(name)
    elif words[:1] == ["go"]:
        reply = "bestmove " + game.choose()
    elif words == ["quit"]:
        break
    if reply:
        print(reply, flush=True)
