# expect: reversi LIMIT G5 limit=output=300KiB says="of output and stderr in one game"
# Sends blanks without end; no message becomes too long by them.
from lib import reversi


def stunt(bot):
    while True:
        bot.send(b" " * 1000)


reversi(stunt, at=1)
