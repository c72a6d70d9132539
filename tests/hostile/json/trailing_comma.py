# expect: santorini MALFORMED G3
# A comma behind the last entry.
from lib import santorini

santorini(lambda bot: bot.say(bot.answer[:-1] + ",]"))
