# expect: santorini MALFORMED S5
# Builds before it moves.
import json

from lib import TURN, santorini

santorini(lambda bot: bot.say(json.dumps(json.loads(bot.answer)[::-1])), at=TURN)
