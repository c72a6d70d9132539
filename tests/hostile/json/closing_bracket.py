# expect: santorini MALFORMED G3
# A bracket closed that was never opened.
from lib import santorini

santorini(lambda bot: bot.say("]" + bot.answer))
