# expect: santorini MALFORMED S5
# A worker as the board names it.
from lib import TURN, santorini

santorini(lambda bot: bot.say('[["move", "ann1", ["EAST", "PUT"]]]'), at=TURN)
