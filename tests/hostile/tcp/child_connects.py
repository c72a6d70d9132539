# expect: stones fine over=tcp
# A child of it plays.
import os

from lib import stones

if os.fork() == 0:
    stones()
os.wait()
