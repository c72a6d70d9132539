# expect: stones MALFORMED G3
# A comma behind the last key.
from lib import stones

stones(lambda bot: bot.say(bot.answer[:-1] + ",}"))
