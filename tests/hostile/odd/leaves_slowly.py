# expect: reversi fine
# Takes its time to leave, and leaves with an error.
import time

from lib import Reversi

bot = Reversi()
while message := bot.read():
    bot.hear(message)
time.sleep(0.2)
raise SystemExit(1)
