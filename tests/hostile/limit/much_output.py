# expect: santorini fine limit=output=300KiB
# Writes to stderr in every game, but never too much in one; in all games together it does.
import os

from lib import santorini


def stunt(bot):
    if bot.requests == 1:
        os.write(2, b"x" * 200_000)
    bot.say(bot.answer)


santorini(stunt)
