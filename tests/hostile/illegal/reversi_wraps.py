# expect: reversi ILLEGAL R2
# A good row plus 2 to the 32.
from lib import reversi


def stunt(bot):
    bot.say_first({"placed": [a + 2 ** 32, b]} for a, b in bot.legal())


reversi(stunt)
