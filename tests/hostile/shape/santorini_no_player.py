# expect: santorini MALFORMED S5
# A worker without its owner.
from lib import TURN, santorini

santorini(lambda bot: bot.say('[["move", {"id": 1}, ["EAST", "PUT"]]]'), at=TURN)
