# expect: stones ILLEGAL T3
# There is no fourth type of move.
from lib import stones

stones(lambda bot: bot.say(bot.answer.replace(": 1", ": 3", 1)))
