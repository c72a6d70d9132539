# expect: stones DISCONNECT G5 says="closed"
# Closes its output, and stays.
import os
import time

from lib import stones


def stunt(bot):
    os.close(bot.output)
    time.sleep(600)


stones(stunt, at=1)
