# expect: reversi LIMIT G5 limit=memory=150MiB says="of memory"
# Has five children; none of them uses more than the limit, but all together do.
import os
import time

from lib import reversi


def stunt(bot):
    for _ in range(5):
        if os.fork() == 0:
            held = bytearray(b"x") * (50 << 20)
            time.sleep(600)
            os._exit(len(held) & 1)
    bot.wait()


reversi(stunt, at=1)
