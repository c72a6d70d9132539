# expect: santorini TIMEOUT G9 time=start=20000,first=10000,request=700
# Answers when it has been told that it lost: that must not be taken for an answer in the next game.
from lib import TURN, santorini


def stunt(bot):
    over = bot.read()
    bot.say(bot.answer)
    bot.hear(over)


santorini(stunt, at=TURN)
