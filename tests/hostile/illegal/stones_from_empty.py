# expect: stones ILLEGAL T5 says="empty"
# Attacks from a place where nothing stands.
from lib import ATTACK, move, stones


def stunt(bot):
    bot.say_first(move(ATTACK, p, q) for p in bot.empty() for q in bot.theirs())


stones(stunt)
