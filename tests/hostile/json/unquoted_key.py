# expect: stones MALFORMED G3
# How JavaScript prints an object.
from lib import stones

stones(lambda bot: bot.say(bot.answer.replace('"Type"', "Type")))
