# expect: santorini DISCONNECT G5 says="closed"
# Closes its output in the middle of its answer, and stays.
import os
import time

from lib import TURN, santorini


def stunt(bot):
    bot.send(bot.answer[:9].encode())
    os.close(bot.output)
    time.sleep(600)


santorini(stunt, at=TURN)
