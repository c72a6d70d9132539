# expect: reversi LIMIT G5 limit=cpu=400ms says="of CPU time in one game, and 400ms is the limit"
# Lets a child compute, and waits.
import os

from lib import reversi


def stunt(bot):
    if os.fork() == 0:
        while True:
            pass
    bot.wait()


reversi(stunt, at=1)
