# expect: santorini TIMEOUT G9 time=start=20000,first=10000,request=700
# A good answer, but one byte a second.
import time

from lib import TURN, santorini


def stunt(bot):
    for byte in bot.answer.encode():
        bot.send(bytes([byte]))
        time.sleep(1)


santorini(stunt, at=TURN)
