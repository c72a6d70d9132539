# expect: santorini MALFORMED G3
# A number as a message.
from lib import santorini

santorini(lambda bot: bot.say("5"))
