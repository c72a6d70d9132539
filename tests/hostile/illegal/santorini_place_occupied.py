# expect: santorini ILLEGAL S4 says="occupied"
# A square that is taken.
from lib import santorini


def stunt(bot):
    bot.say_first(bot.placement(x, y) for x, y in bot.taken)


santorini(stunt)
