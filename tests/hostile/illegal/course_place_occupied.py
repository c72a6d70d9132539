# expect: santorini ILLEGAL S4 says="occupied" wire=santorini-course
# A square that is taken.
from lib import course


def stunt(bot):
    bot.say_first(bot.placement(x, y) for x, y in bot.taken)


course(stunt)
