# expect: reversi CRASH G5 says="code 1"
# Dies while it writes its answer.
import os

from lib import reversi


def stunt(bot):
    bot.send(bot.answer[:5].encode())
    os._exit(1)


reversi(stunt)
