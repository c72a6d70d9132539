# expect: stones ILLEGAL T3
# There is no type below the pass.
from lib import stones

stones(lambda bot: bot.say('{"Type": -1}'))
