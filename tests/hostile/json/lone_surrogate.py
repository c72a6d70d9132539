# expect: stones MALFORMED G3
# Half of a surrogate pair, as an escape.
from lib import stones

stones(lambda bot: bot.say(bot.answer[:-1] + ', "note": "\\ud800"}'))
