# expect: santorini MALFORMED S4 says=1.5
# Half a column.
from lib import santorini

santorini(lambda bot: bot.say('["place", 1.5, 2]'))
