# expect: reversi fine
# Integers as 2.0.
import re

from lib import reversi

reversi(lambda bot: bot.say(re.sub(r"(\d)", r"\1.0", bot.answer)))
