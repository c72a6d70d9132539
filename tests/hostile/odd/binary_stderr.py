# expect: reversi fine
# No text at all on stderr.
import os

from lib import reversi

reversi(lambda bot: (os.write(2, bytes(range(256))), bot.say(bot.answer)))
