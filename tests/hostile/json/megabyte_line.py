# expect: stones FLOOD G2 says="65536 bytes"
# One line of a megabyte.
from lib import stones

stones(lambda bot: bot.say('{"note": "' + "a" * 1_000_000 + '"}'))
