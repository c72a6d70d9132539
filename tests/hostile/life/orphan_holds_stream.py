# expect: stones CRASH G5 says="code 0"
# Leaves, but a grandchild keeps its stream open, and must be gone afterwards.
import os
import time

from lib import stones


def stunt(bot):
    if os.fork() == 0 and os.fork() == 0:
        time.sleep(600)
    os._exit(0)


stones(stunt, at=1)
