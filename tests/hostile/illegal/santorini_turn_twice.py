# expect: santorini ILLEGAL S5 says="does not step"
# Its answer, and one to the request that will come next: that one is wrong.
from lib import STAY, TURN, santorini


def stunt(bot):
    bot.say(bot.answer)
    bot.say_first([bot.move(2, STAY)])


santorini(stunt, at=TURN)
