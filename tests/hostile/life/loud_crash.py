# expect: reversi CRASH G5 says="code 1"
# A megabyte on stderr, and then it dies.
import os

from lib import reversi


def stunt(bot):
    os.write(2, b"so many last words\n" * 50_000)
    os._exit(1)


reversi(stunt, at=1)
