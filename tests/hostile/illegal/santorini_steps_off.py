# expect: santorini ILLEGAL S5 says="steps off the board"
# Steps off the board.
from lib import AROUND, TURN, add, santorini


def stunt(bot):
    bot.say_first(bot.move(1, d, (1, 0)) for d in AROUND if not bot.inside(add(bot.workers[1], d)))


santorini(stunt, at=TURN)
