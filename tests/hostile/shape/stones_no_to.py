# expect: stones MALFORMED T4
# "To" is missing.
from lib import stones

stones(lambda bot: bot.say('{"Type": 1, "From": {"X": 0, "Y": 0}}'))
