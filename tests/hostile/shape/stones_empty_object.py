# expect: stones MALFORMED T4
# An empty object.
from lib import stones

stones(lambda bot: bot.say("{}"))
