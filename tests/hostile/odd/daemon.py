# expect: stones fine
# Leaves a daemon behind, if the arena lets it.
import os
import time

from lib import stones

if os.fork() == 0:
    try:
        os.setsid()
    except PermissionError:
        pass
    if os.fork() == 0:
        time.sleep(600)
    os._exit(0)
stones()
