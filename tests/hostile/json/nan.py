# expect: stones MALFORMED G3
# NaN is no number.
from lib import stones

stones(lambda bot: bot.say('{"Type": NaN}'))
