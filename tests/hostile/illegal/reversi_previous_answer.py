# expect: reversi ILLEGAL R3 says="occupied"
# Answers the request before the last once more.
from lib import reversi

said = []


def stunt(bot):
    bot.say(said[0] if said else bot.answer)
    said.append(bot.answer)


reversi(stunt)
