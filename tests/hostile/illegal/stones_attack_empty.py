# expect: stones ILLEGAL T5 says="is empty"
# Attacks a place where nothing stands.
from lib import ATTACK, move, stones


def stunt(bot):
    bot.say_first(move(ATTACK, p, q) for p in bot.own() for q in bot.empty())


stones(stunt)
