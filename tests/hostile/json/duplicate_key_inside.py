# expect: santorini MALFORMED G3
# The same key twice, in an inner object.
from lib import santorini

santorini(lambda bot: bot.say(bot.answer.replace('"id"', '"id": 2, "id"')), at=2)
