# expect: reversi fine
# Has fifty sleeping children that hold its stream, and must all be gone afterwards.
import os
import time

from lib import reversi

for _ in range(50):
    if os.fork() == 0:
        time.sleep(600)
reversi()
