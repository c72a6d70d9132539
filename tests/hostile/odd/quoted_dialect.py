# expect: stones fine wire=stones-quoted
# Speaks the dialect that has its integers in quotes.
import re

from lib import stones

stones(lambda bot: bot.say(re.sub(r": (\d)", r': "\1"', bot.answer)))
