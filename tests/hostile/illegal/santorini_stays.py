# expect: santorini ILLEGAL S5 says="does not step"
# Does not step.
from lib import STAY, TURN, santorini

santorini(lambda bot: bot.say_first([bot.move(1, STAY, (1, 0))]), at=TURN)
