# expect: stones fine
# Integers in quotes, as the contest's own bots write them.
import re

from lib import stones

stones(lambda bot: bot.say(re.sub(r": (\d)", r': "\1"', bot.answer)))
