# expect: stones CRASH G5 says="code 0"
# A good answer that does not end the game, and then it leaves.
import os

from lib import stones


def stunt(bot):
    bot.say(bot.answer)
    os._exit(0)


stones(stunt)
