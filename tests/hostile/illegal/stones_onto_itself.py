# expect: stones ILLEGAL T5 says="stands there already"
# Attacks the place on which it stands.
from lib import ATTACK, move, stones


def stunt(bot):
    bot.say_first(move(ATTACK, p, p) for p in bot.own())


stones(stunt)
