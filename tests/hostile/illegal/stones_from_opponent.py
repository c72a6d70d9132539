# expect: stones ILLEGAL T5 says="the opponent's"
# Moves a stack of the opponent.
from lib import ATTACK, move, stones


def stunt(bot):
    bot.say_first(move(ATTACK, q, p) for p, q in bot.pairs(-1))


stones(stunt)
