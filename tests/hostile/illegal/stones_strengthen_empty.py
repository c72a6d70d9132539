# expect: stones ILLEGAL T5 says="is empty"
# Strengthens a place where nothing stands.
from lib import STRENGTHEN, move, stones


def stunt(bot):
    bot.say_first(move(STRENGTHEN, p, q) for p in bot.own() for q in bot.empty()
                  if STRENGTHEN in bot.allowed)


stones(stunt)
