# expect: santorini MALFORMED G3
# A raw line end inside a string.
from lib import santorini

santorini(lambda bot: bot.say('["place\n", 0, 0]'))
