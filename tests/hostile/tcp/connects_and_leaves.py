# expect: santorini CRASH G5 over=tcp says="code 0"
# Connects and leaves.
import os

from lib import dial

connection = dial()
os._exit(0)
