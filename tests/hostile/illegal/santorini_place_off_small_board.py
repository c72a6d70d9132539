# expect: santorini ILLEGAL S4 variant=5x5
# A column that only the larger board has.
from lib import santorini

santorini(lambda bot: bot.say('["place", 5, 0]'))
