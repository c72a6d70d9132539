# expect: stones MALFORMED T4
# A place as people write it.
from lib import stones

stones(lambda bot: bot.say('{"Type": 1, "From": "A1", "To": "E1"}'))
