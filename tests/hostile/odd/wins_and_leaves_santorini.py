# expect: santorini WON S5 position='200002/400004/000000/000000/020020/030030 11,14 41,44 1'
# Leaves as soon as it has won.
import os

from lib import WINNING, santorini


def stunt(bot):
    wins = [bot.move(w, d) for w, d, to in bot.steps() if bot.height(to) == WINNING]
    bot.say_first(wins)
    if wins:
        os._exit(0)


santorini(stunt)
