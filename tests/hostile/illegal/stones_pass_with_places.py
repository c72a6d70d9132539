# expect: stones ILLEGAL T4
# A pass that names places.
from lib import stones

stones(lambda bot: bot.say(bot.answer.replace(": 1", ": 0", 1)))
