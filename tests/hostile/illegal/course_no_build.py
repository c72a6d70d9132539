# expect: santorini ILLEGAL S5 says="needs a build" wire=santorini-course
# Steps without a build, and does not win.
from lib import TURN, course


def stunt(bot):
    bot.say_first(bot.move(w, d) for w, d, to in bot.steps())


course(stunt, at=TURN)
