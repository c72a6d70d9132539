# expect: santorini MALFORMED G3
# A list that a brace closes.
from lib import santorini

santorini(lambda bot: bot.say('["place", 0, 0}'))
