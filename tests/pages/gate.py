"""A bot whose answers wait until a test lets them go.

    gate.py PIPE COMMAND...

Runs COMMAND as a bot, and takes one byte from the named pipe for each line that it answers. Says on
stderr which answer it is at.
"""
import os
import subprocess
import sys

gate = os.open(sys.argv[1], os.O_RDWR)  # also for writing, so that it never ends
bot = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE)
for number, line in enumerate(bot.stdout, 1):
    print(f"thinks about answer {number}", file=sys.stderr, flush=True)
    os.read(gate, 1)
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
