# expect: stones MALFORMED G3
# A word as a message.
from lib import stones

stones(lambda bot: bot.say("null"))
