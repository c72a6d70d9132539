# expect: santorini ILLEGAL S5 says="occupied" position='000000/000000/000000/000000/000000/000000 22,33 23,32 1'
# Builds on a worker.
from lib import AROUND, add, santorini


def stunt(bot):
    bot.say_first(bot.move(w, d, b) for w, d, to in bot.steps() for b in AROUND
                  if bot.occupied(add(to, b)) and add(to, b) != bot.workers[w])


santorini(stunt)
