# expect: stones MALFORMED T4
# Keys in small letters are other keys.
from lib import stones

stones(lambda bot: bot.say(bot.answer.lower()))
