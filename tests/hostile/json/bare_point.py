# expect: santorini MALFORMED G3
# A number that ends with its point.
from lib import santorini

santorini(lambda bot: bot.say('["place", 1., 2]'))
