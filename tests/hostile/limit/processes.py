# expect: stones LIMIT G5 limit=tasks=20 says="processes and threads"
# Starts sixty processes that sleep.
import os
import time

from lib import stones


def stunt(bot):
    for _ in range(60):
        if os.fork() == 0:
            time.sleep(600)
    bot.wait()


stones(stunt, at=1)
