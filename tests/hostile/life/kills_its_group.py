# expect: stones CRASH G5 says="SIGKILL"
# Kills its whole process group: the arena and the opponent are not in it.
import os
import signal

from lib import stones

stones(lambda bot: os.killpg(0, signal.SIGKILL), at=1)
