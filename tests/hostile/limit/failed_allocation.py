# expect: reversi fine limit=memory=150MiB
# Asks for more memory than there is, does not get it, and plays on.
from lib import reversi


def stunt(bot):
    try:
        bytearray(1 << 60)
    except MemoryError:
        bot.say(bot.answer)


reversi(stunt)
