"""A client of Santorini that reads no line of agon's code, and is strict where real ones are.

client.py NAME WIRE [HOST PORT]     WIRE is santorini or santorini-course; without HOST on stdin and stdout

In the environment:
ACK_S=0.7      it takes so long for each "OK" to the end of a game, and of the contest
NO_ACK=1       it answers the end of its first game, and none after that
FAULTS=1,2     in these of its games it places its first worker off the board

It says on stderr what the end of the contest told it, and "broken: ..." if agon broke the protocol as
its community knows it; then it leaves.
"""
import json
import os
import random
import socket
import sys
import time

EAST_WEST = {-1: "WEST", 0: "PUT", 1: "EAST"}
NORTH_SOUTH = {-1: "NORTH", 0: "PUT", 1: "SOUTH"}
AROUND = [(dx, dy) for dx in EAST_WEST for dy in NORTH_SOUTH if (dx, dy) != (0, 0)]


class Broken(Exception):
    pass


def need(fact, words):
    if not fact:
        raise Broken(words)


def say(words):
    os.write(2, (words + "\n").encode())  # whole lines, though many clients share the file


class Client:
    def __init__(self, name, reader, writer):
        self.name, self.reader, self.writer = name, reader, writer
        self.games = self.placed = self.overs = 0
        self.opened = False  # a game is open: its opponent was named
        self.faults = {int(n) for n in os.environ.get("FAULTS", "0").split(",")}

    def send(self, message):
        self.writer.write(json.dumps(message) + "\n")
        self.writer.flush()

    def receive(self):
        line = self.reader.readline()
        return json.loads(line) if line else None

    def open_game(self, opponent):
        need(isinstance(opponent, str) and opponent != self.name, f"opponent {opponent}")
        self.opened = True
        self.placed = 0
        self.games += 1

    def place(self, taken):
        need(self.opened, "a placement before the name of the opponent")
        need(len(taken) // 2 == self.placed, f"placement {self.placed + 1} with {len(taken)} workers on the board")
        self.placed += 1
        if self.placed == 1 and self.games in self.faults:
            return 9, 9
        return random.choice([(x, y) for x in range(6) for y in range(6) if (x, y) not in taken])

    def turn(self, board):
        """Worker, step and build (None: the step wins)."""
        need(self.opened and self.placed == 2, "a turn before both placements")
        height = {(x, y): int(str(c)[0]) for y, row in enumerate(board) for x, c in enumerate(row)}
        worker = {(x, y): c[1:] for y, row in enumerate(board) for x, c in enumerate(row) if isinstance(c, str)}
        turns = []
        for (x, y), who in worker.items():
            for dx, dy in AROUND if who[:-1] == self.name else ():
                to = x + dx, y + dy
                if to in worker or height.get(to, 4) > min(height[x, y] + 1, 3):
                    continue
                if height[to] == 3:
                    return who, (dx, dy), None
                for bx, by in AROUND:
                    at = to[0] + bx, to[1] + by
                    if height.get(at, 4) < 4 and (at not in worker or at == (x, y)):
                        turns.append((who, (dx, dy), (bx, by)))
        return random.choice(turns)


class Published(Client):
    def acknowledge(self):
        self.overs += 1
        if "NO_ACK" in os.environ and self.overs > 1:
            return
        time.sleep(float(os.environ.get("ACK_S", "0")))
        self.send("OK")

    def play(self):
        self.send(["join", self.name])
        answer = self.receive()
        if answer != "OK":
            self.name = answer[1]
            self.send("OK")
        while (message := self.receive()) is not None:
            word, content = message
            if word == "new_game":
                need(not self.opened, "new_game within a game")
                self.open_game(content)
                self.send("OK")
            elif word == "place":
                self.send(["place", *self.place([(w["x"], w["y"]) for w in content])])
            elif word == "turn":
                who, step, build = self.turn(content)
                turn = [["move", {"player": who[:-1], "id": int(who[-1])}, direction(step)]]
                self.send(turn + ([["build", direction(build)]] if build else []))
            elif word == "over":
                self.opened = False
                self.acknowledge()
            else:
                need(word == "tournament_finished", word)
                say(f"{self.name} told " + json.dumps([[r["winner"], r["loser"], r["reason"] != "WON"] for r in content]))
                self.acknowledge()


class Course(Client):
    def play(self):
        self.send(self.name)
        while (message := self.receive()) is not None:
            if isinstance(message, str):
                self.open_game(message)
            elif len(message) == 2 and message[0] == "playing-as":
                self.name = message[1]
            elif message and isinstance(message[0][0], str) and isinstance(message[0][1], str) and len(message[0]) < 4:
                say(f"{self.name} told " + json.dumps([[r[0], r[1], len(r) == 3] for r in message]))
            elif len(message) < 4:
                self.send(self.place([(x, y) for _, x, y in message]))
            else:
                who, step, build = self.turn(message)
                self.send([who, *direction(step), *(direction(build) if build else [])])


def direction(step):
    return [EAST_WEST[step[0]], NORTH_SOUTH[step[1]]]


def main():
    name, wire = sys.argv[1:3]
    reader, writer = sys.stdin, sys.stdout
    if len(sys.argv) > 4:
        connection = socket.create_connection((sys.argv[3], int(sys.argv[4])))
        reader, writer = connection.makefile("r"), connection.makefile("w")
    random.seed(name)
    client = (Course if wire == "santorini-course" else Published)(name, reader, writer)
    try:
        client.play()
    except Broken as words:
        say(f"broken: {name}: {words}")
    except OSError as words:
        say(f"broken: {name}: {words}")
    sys.stdout = None


main()
