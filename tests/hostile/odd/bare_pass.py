# expect: stones fine
# A pass without places.
from lib import stones

stones(lambda bot: bot.say('{"Type": 0}' if 0 in bot.allowed else bot.answer))
