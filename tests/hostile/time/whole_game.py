# expect: reversi TIMEOUT G9 says="whole game" time=start=20000,first=10000,request=10000,game=2000
# Every answer is in time, all together are not.
import time

from lib import reversi


def stunt(bot):
    time.sleep(0.3)
    bot.say(bot.answer)


reversi(stunt)
