# expect: stones MALFORMED G3
# The same key twice, with the same value.
from lib import stones

stones(lambda bot: bot.say('{"Type": 1, ' + bot.answer[1:]))
