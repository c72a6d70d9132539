# expect: stones CRASH G5 says="code 0"
# Leaves in the middle of the game, politely.
import os

from lib import stones

stones(lambda bot: os._exit(0), at=1)
