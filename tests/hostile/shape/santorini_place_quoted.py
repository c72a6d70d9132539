# expect: santorini MALFORMED S4
# Numbers in quotes.
from lib import santorini

santorini(lambda bot: bot.say('["place", "1", "2"]'))
