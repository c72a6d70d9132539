# expect: santorini ILLEGAL S5 says="without a build" position='200002/400004/000000/000000/020020/030030 11,14 41,44 1'
# Wins, and builds all the same.
from lib import WINNING, santorini


def stunt(bot):
    bot.say_first(bot.move(w, d, b) for w, d, to in bot.steps() if bot.height(to) == WINNING
                  for b in bot.builds(to, w))


santorini(stunt)
