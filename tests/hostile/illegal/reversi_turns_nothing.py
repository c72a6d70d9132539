# expect: reversi ILLEGAL R3 says="turns no stone"
# A square where nothing is turned.
from lib import reversi


def stunt(bot):
    bot.say_first({"placed": square} for square in bot.legal(turning=False))


reversi(stunt)
