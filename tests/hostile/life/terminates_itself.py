# expect: reversi CRASH G5 says="SIGTERM"
# Ends itself with the signal that the arena uses.
import os
import signal

from lib import reversi

reversi(lambda bot: os.kill(os.getpid(), signal.SIGTERM), at=1)
