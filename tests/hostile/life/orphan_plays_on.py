# expect: santorini CRASH G5 says="code 0"
# Leaves, and a child of it plays on: the process that was started is the player.
import os
import time

from lib import santorini


def stunt(bot):
    if os.fork():
        os._exit(0)
    time.sleep(2)
    bot.say(bot.answer)


santorini(stunt, at=1)
