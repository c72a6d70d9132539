# expect: stones MALFORMED T4
# A place as a list.
from lib import stones

stones(lambda bot: bot.say('{"Type": 1, "From": [0, 0], "To": {"X": 4, "Y": 0}}'))
