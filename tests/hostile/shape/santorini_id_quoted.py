# expect: santorini MALFORMED S5
# A worker whose number is in quotes.
from lib import TURN, santorini

santorini(lambda bot: bot.say(bot.answer.replace(": 1", ': "1"')), at=TURN)
