# expect: santorini ILLEGAL S5 says="2 levels up" position='200002/400004/000000/000000/020020/030030 11,14 41,44 1'
# Steps two levels up.
from lib import santorini


def stunt(bot):
    bot.say_first(bot.move(w, d, (1, 0)) for w, d, to in bot.steps(legal=False)
                  if bot.height(to) == 2)


santorini(stunt)
