# expect: santorini MALFORMED S2
# A direction with one part.
from lib import TURN, santorini

santorini(lambda bot: bot.say('[["move", {"player": "ann", "id": 1}, ["EAST"]]]'), at=TURN)
