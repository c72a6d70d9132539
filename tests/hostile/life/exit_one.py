# expect: reversi CRASH G5 says="code 1"
# Leaves in the middle of the game.
import os

from lib import reversi

reversi(lambda bot: os._exit(1), at=1)
