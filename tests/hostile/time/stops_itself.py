# expect: stones TIMEOUT G9 time=start=20000,first=10000,request=700
# Stops its own process, which then does not even hear SIGTERM.
import os
import signal

from lib import stones

stones(lambda bot: os.kill(os.getpid(), signal.SIGSTOP), at=1)
