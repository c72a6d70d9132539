# expect: stones MALFORMED G3
# A NUL inside a string.
from lib import stones

stones(lambda bot: bot.say('{"note": "\0"}'))
