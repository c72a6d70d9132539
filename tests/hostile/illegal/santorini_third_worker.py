# expect: santorini ILLEGAL S4
# There is no third worker.
from lib import TURN, santorini

santorini(lambda bot: bot.say(bot.answer.replace(": 1", ": 3")), at=TURN)
