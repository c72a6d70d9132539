# expect: reversi fine position='-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X'
# Places the last stone and leaves. As the second player it is never asked.
import os

from lib import reversi


def stunt(bot):
    bot.say(bot.answer)
    os._exit(0)


reversi(stunt)
