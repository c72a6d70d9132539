# expect: santorini MALFORMED S5
# A worker without its number.
from lib import TURN, santorini

santorini(lambda bot: bot.say('[["move", {"player": "ann"}, ["EAST", "PUT"]]]'), at=TURN)
