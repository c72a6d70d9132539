# expect: stones ILLEGAL T5 says="of its own side"
# Attacks a stack of its own.
from lib import ATTACK, move, stones


def stunt(bot):
    bot.say_first(move(ATTACK, p, q) for p, q in bot.pairs(1))


stones(stunt)
