# expect: santorini ILLEGAL S5
# Moves a worker of somebody else.
from lib import TURN, santorini

santorini(lambda bot: bot.say(bot.answer.replace('"ann"', '"eve"')), at=TURN)
