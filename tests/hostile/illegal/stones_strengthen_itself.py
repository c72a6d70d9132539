# expect: stones ILLEGAL T5 says="stands there already"
# Strengthens itself.
from lib import STRENGTHEN, move, stones


def stunt(bot):
    bot.say_first(move(STRENGTHEN, p, p) for p in bot.own() if STRENGTHEN in bot.allowed)


stones(stunt)
