# expect: santorini ILLEGAL S5 says="builds off the board"
# Builds off the board.
from lib import AROUND, TURN, add, santorini


def stunt(bot):
    bot.say_first(bot.move(w, d, b) for w, d, to in bot.steps() for b in AROUND
                  if not bot.inside(add(to, b)))


santorini(stunt, at=TURN)
