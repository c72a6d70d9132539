# expect: reversi TIMEOUT G9 time=start=20000,first=10000,request=700
# Answers when it has been told that it lost.
from lib import reversi


def stunt(bot):
    bot.read()
    bot.say(bot.answer)


reversi(stunt, at=1)
