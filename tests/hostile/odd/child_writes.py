# expect: santorini fine
# A child writes each answer.
import os

from lib import santorini


def stunt(bot):
    if os.fork() == 0:
        bot.say(bot.answer)
        os._exit(0)
    os.wait()


santorini(stunt)
