# expect: stones ILLEGAL T1 says="not on one line"
# Attacks around a corner.
from lib import ATTACK, move, stones


def stunt(bot):
    bot.say_first(move(ATTACK, (x, y), (x + 1, y + 2)) for x, y in bot.own()
                  if (x + 1, y + 2) in bot.theirs())


stones(stunt)
