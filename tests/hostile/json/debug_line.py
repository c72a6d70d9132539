# expect: stones MALFORMED G3 says="thinking about it"
# Prints what it thinks before it answers.
from lib import stones

stones(lambda bot: bot.say("thinking about it\n" + bot.answer))
