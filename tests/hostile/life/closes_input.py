# expect: reversi DISCONNECT G5 over=stdio says="closed its input"
# Closes its input, and answers all the same: what it is told does not arrive.
import os
import time

from lib import reversi


def stunt(bot):
    os.close(bot.input)
    bot.say(bot.answer)
    time.sleep(600)


reversi(stunt)
