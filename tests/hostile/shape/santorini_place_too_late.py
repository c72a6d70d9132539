# expect: santorini MALFORMED S5
# A placement where a turn is due.
from lib import TURN, santorini

santorini(lambda bot: bot.say('["place", 3, 3]'), at=TURN)
