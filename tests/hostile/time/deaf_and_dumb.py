# expect: reversi TIMEOUT G9 time=start=20000,first=10000,request=700
# Neither reads nor writes any more.
import time

from lib import reversi

reversi(lambda bot: time.sleep(600), at=1)
