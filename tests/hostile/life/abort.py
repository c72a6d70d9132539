# expect: reversi CRASH G5 says="SIGABRT"
# Aborts itself.
import os

from lib import reversi

reversi(lambda bot: os.abort(), at=1)
