# expect: santorini MALFORMED S2 says=SOUTH
# A direction with its parts in the wrong order.
from lib import TURN, santorini

santorini(lambda bot: bot.say('[["move", {"player": "ann", "id": 1}, ["SOUTH", "EAST"]]]'), at=TURN)
