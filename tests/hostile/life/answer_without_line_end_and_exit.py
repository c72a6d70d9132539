# expect: stones CRASH G5 says="code 0"
# A whole answer without a line end, and then it leaves: the answer counts, the exit too.
import os

from lib import stones


def stunt(bot):
    bot.send(bot.answer.encode())
    os._exit(0)


stones(stunt)
