# expect: stones MALFORMED T4
# The answer in a list.
from lib import stones

stones(lambda bot: bot.say("[" + bot.answer + "]"))
