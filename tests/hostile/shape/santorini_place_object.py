# expect: santorini MALFORMED S4
# A placement as the arena writes it.
from lib import santorini

santorini(lambda bot: bot.say('{"player": "ann", "x": 1, "y": 1}'))
