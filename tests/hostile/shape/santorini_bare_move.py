# expect: santorini MALFORMED S5
# A move that is not in a list.
from lib import TURN, santorini

santorini(lambda bot: bot.say('["move", {"player": "ann", "id": 1}, ["EAST", "PUT"]]'), at=TURN)
