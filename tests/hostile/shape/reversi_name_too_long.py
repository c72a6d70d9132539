# expect: reversi MALFORMED R7
# A name of a thousand letters.
from lib import reversi

reversi(lambda bot: bot.say('{"name": "' + "a" * 1000 + '"}'))
