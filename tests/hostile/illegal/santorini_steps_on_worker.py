# expect: santorini ILLEGAL S5 says="occupied" position='000000/000000/000000/000000/000000/000000 22,33 23,32 1'
# Steps onto a worker.
from lib import STAY, santorini


def stunt(bot):
    bot.say_first(bot.move(w, d, STAY) for w, d, to in bot.steps(legal=False) if bot.occupied(to))


santorini(stunt)
