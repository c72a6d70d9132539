# expect: stones fine
# Does not leave when the game is over, and does not listen to SIGTERM.
import signal
import time

from lib import Stones

signal.signal(signal.SIGTERM, signal.SIG_IGN)
bot = Stones()
while message := bot.read():
    bot.hear(message)
time.sleep(600)
