# expect: santorini DISCONNECT G5 over=stdio says="closed"
# Closes its input and its output, and stays.
import os
import time

from lib import santorini


def stunt(bot):
    os.close(bot.input)
    os.close(bot.output)
    time.sleep(600)


santorini(stunt)
