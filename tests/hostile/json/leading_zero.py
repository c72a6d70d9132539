# expect: reversi MALFORMED G3
# A number with a leading zero.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": [02, 3]}'))
