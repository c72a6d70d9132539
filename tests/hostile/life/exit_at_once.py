# expect: santorini CRASH G5 says="code 3"
# Joins and leaves.
import os

from lib import Santorini

Santorini().join()
os._exit(3)
