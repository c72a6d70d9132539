# expect: stones ILLEGAL T3 says="an attack is due"
# Strengthens where an attack is due.
from lib import STRENGTHEN, move, stones


def stunt(bot):
    bot.say_first(move(STRENGTHEN, p, q) for p, q in bot.pairs(1))


stones(stunt)
