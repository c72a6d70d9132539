"""Did a bot print the right numbers of legal moves? All that the arena has sent to it goes to another
bot, the kit in Python, which prints its own.

    recount.py OTHER RECORDS

Both print a line "moves 12" to standard error whenever they have to move; the first player of a record
whose standard error is there is the bot.
"""
import json
import pathlib
import subprocess
import sys

other, records = sys.argv[1:]
bad = compared = 0
paths = sorted(pathlib.Path(records).glob("*.jsonl"))
for path in paths:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    said = "".join(line["text"] for line in lines if line["type"] == "stderr")
    seats = {line["seat"] for line in lines if line["type"] == "stderr"}
    printed = [line for line in said.splitlines() if line.startswith("moves ")]
    for seat in seats:
        sent = [line["message"] for line in lines if line["type"] == "to" and line["seat"] == seat]
        run = subprocess.run([sys.executable, other], input="".join(json.dumps(m) + "\n" for m in sent),
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
        right = [line for line in run.stderr.splitlines() if line.startswith("moves ")]
        compared += len(right)
        if printed != right:
            bad = 1
            print(f"{path}: it printed {printed}, right is {right}")
print(f"{compared} positions")
sys.exit(bad or compared < len(paths))
