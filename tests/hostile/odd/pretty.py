# expect: santorini fine
# Answers over many lines.
import json

from lib import santorini

santorini(lambda bot: bot.say(json.dumps(json.loads(bot.answer), indent=4)))
