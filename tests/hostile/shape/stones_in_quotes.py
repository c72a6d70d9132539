# expect: stones MALFORMED T4
# The answer as a string that holds JSON.
import json

from lib import stones

stones(lambda bot: bot.say(json.dumps(bot.answer)))
