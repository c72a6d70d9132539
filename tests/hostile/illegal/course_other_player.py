# expect: santorini ILLEGAL S5 wire=santorini-course
# Moves a worker of somebody else.
from lib import TURN, course

course(lambda bot: bot.say(bot.answer.replace('"ann', '"eve')), at=TURN)
