"""An engine that answers in an odd form, or misbehaves: odd_engine.py FORM COMMAND...

The command is a good engine. Everything goes through to it and comes back, but for its moves, which
are written as FORM says."""
import subprocess
import sys

form, command = sys.argv[1], sys.argv[2:]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(word, move):
    chatter = "search D3C5 +1.00 0 12\nstatus thinking\ninfo depth 3 pv d3\n\nhello, world\n{}\n"
    forms = {
        "plain": f"{word} {move}\n",
        "slashes": f"{word} {move}/1.20/0.5\n",
        "blanks": f"   {word}   {move} 1.20 0.5  \n",
        "lower": f"{word} {move.lower()}\n",
        "upper": f"{word} {move.upper()}\n",
        "tight": f"{word}{move}\n",
        "crlf": f"{word} {move}\r\n",
        "ponder": f"{word} {move} ponder d3\n",
        "chatter": chatter * 500 + f"{word} {move}\n" + chatter,
        "illegal": f"{word} a1\n",
        "malformed": f"{word} castles\n",
        "empty": f"{word}\n",
        "lines": chatter * 100000,
        "line": "x" * 100000,
        "many": f"{word} {move}\n" * 20,
    }
    if form == "silent":
        return
    if form == "dies":
        sys.exit(3)
    say(forms[form])


def hear():
    """Passes on what the engine says to a command; the last line of it is an answer or a pong."""
    for line in engine.stdout:
        words = line.split()
        if words[:1] == ["==="] or words[:1] == ["bestmove"]:
            answer(words[0], words[1].split("/")[0])
            return
        say(line)
        if words[:1] in (["pong"], ["ugiok"], ["readyok"]):
            return


for command_line in sys.stdin:
    first = command_line.split()[:1]
    if form == "deaf" and first in (["ping"], ["isready"]):
        continue
    engine.stdin.write(command_line)
    engine.stdin.flush()
    if first in (["go"], ["ping"], ["ugi"], ["isready"]):
        hear()
