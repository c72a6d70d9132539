# expect: stones MALFORMED T4 says=Attack
# "Type" is a word.
from lib import stones

stones(lambda bot: bot.say(bot.answer.replace(": 1", ': "Attack"', 1)))
