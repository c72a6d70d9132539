# expect: santorini ILLEGAL S4
# A row above the first.
from lib import santorini

santorini(lambda bot: bot.say('["place", 0, -1]'))
