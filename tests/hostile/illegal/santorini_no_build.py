# expect: santorini ILLEGAL S5 says="needs a build"
# Steps without a build, and does not win.
from lib import TURN, santorini


def stunt(bot):
    bot.say_first(bot.move(w, d) for w, d, to in bot.steps())


santorini(stunt, at=TURN)
