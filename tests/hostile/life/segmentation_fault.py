# expect: stones CRASH G5 says="SIGSEGV"
# Reads from where nothing is.
import os
import signal

from lib import stones

stones(lambda bot: os.kill(os.getpid(), signal.SIGSEGV), at=1)
