# expect: stones MALFORMED T4
# "Type" is true.
from lib import stones

stones(lambda bot: bot.say(bot.answer.replace(": 1", ": true", 1)))
