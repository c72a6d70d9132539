# expect: stones MALFORMED T4
# A place without "Y".
from lib import stones

stones(lambda bot: bot.say('{"Type": 1, "From": {"X": 0}, "To": {"X": 4, "Y": 0}}'))
