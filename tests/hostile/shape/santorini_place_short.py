# expect: santorini MALFORMED S4
# One coordinate.
from lib import santorini

santorini(lambda bot: bot.say('["place", 1]'))
