# expect: santorini CRASH G5 says="SIGKILL"
# As if the kernel had found it too large.
import os
import signal

from lib import santorini

santorini(lambda bot: os.kill(os.getpid(), signal.SIGKILL), at=1)
