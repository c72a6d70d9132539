# expect: stones MALFORMED G3
# A number in base 16.
from lib import stones

stones(lambda bot: bot.say(bot.answer.replace(": 1", ": 0x1", 1)))
