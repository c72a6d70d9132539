# expect: stones ILLEGAL T1 says="hole"
# Attacks the hole.
from lib import ATTACK, move, stones


def stunt(bot):
    bot.say_first(move(ATTACK, p, (4, 4)) for p in bot.own())


stones(stunt)
