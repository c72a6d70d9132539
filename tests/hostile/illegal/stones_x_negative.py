# expect: stones ILLEGAL T1
# A column left of the first.
from lib import stones

stones(lambda bot: bot.say('{"Type": 1, "From": {"X": -1, "Y": 0}, "To": {"X": 0, "Y": 0}}'))
