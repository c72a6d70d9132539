# expect: santorini ILLEGAL S5 says="dome" position='200002/400004/000000/000000/020020/030030 11,14 41,44 1'
# Builds on a dome.
from lib import AROUND, DOME, add, santorini


def stunt(bot):
    bot.say_first(bot.move(w, d, b) for w, d, to in bot.steps() for b in AROUND
                  if bot.inside(add(to, b)) and bot.height(add(to, b)) == DOME)


santorini(stunt)
