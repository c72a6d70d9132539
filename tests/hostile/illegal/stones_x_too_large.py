# expect: stones ILLEGAL T1
# A column that the board does not have.
from lib import stones

stones(lambda bot: bot.say(bot.answer.replace('"X": ', '"X": 9', 1)))
