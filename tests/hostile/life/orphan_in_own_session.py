# expect: reversi CRASH G5 says="code 0"
# The same as a daemon: with a session of its own, if the arena lets it.
import os
import signal
import time

from lib import reversi


def stunt(bot):
    if os.fork() == 0:
        try:
            os.setsid()
        except PermissionError:
            pass
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(600)
    os._exit(0)


reversi(stunt, at=1)
