# expect: santorini MALFORMED S5
# Acknowledges where a turn is due.
from lib import TURN, santorini

santorini(lambda bot: bot.say(bot.ok), at=TURN)
