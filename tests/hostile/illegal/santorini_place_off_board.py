# expect: santorini ILLEGAL S4
# A column that the board does not have.
from lib import santorini

santorini(lambda bot: bot.say('["place", 6, 0]'))
