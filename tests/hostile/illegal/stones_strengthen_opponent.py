# expect: stones ILLEGAL T5 says="the opponent's"
# Strengthens a stack of the opponent.
from lib import STRENGTHEN, move, stones


def stunt(bot):
    bot.say_first(move(STRENGTHEN, p, q) for p, q in bot.pairs(-1) if STRENGTHEN in bot.allowed)


stones(stunt)
