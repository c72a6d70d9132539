# expect: santorini LOST wire=santorini-course
# Gives up, as this dialect allows: a regular loss.
from lib import TURN, course

course(lambda bot: bot.say(f'"{bot.name}"'), at=TURN)
