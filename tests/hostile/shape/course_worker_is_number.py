# expect: santorini MALFORMED S5 wire=santorini-course
# A worker without its owner.
from lib import TURN, course

course(lambda bot: bot.say('[1, "EAST", "PUT"]'), at=TURN)
