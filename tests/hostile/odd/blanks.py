# expect: stones fine
# Blanks wherever JSON allows them.
from lib import stones

stones(lambda bot: bot.say("\n\t " + bot.answer.replace(":", " \t:\r\n ").replace("}", "\n} ")))
