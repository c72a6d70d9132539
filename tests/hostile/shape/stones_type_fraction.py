# expect: stones MALFORMED T4 says=1.5
# "Type" is 1.5.
from lib import stones

stones(lambda bot: bot.say(bot.answer.replace(": 1", ": 1.5", 1)))
