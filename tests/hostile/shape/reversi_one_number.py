# expect: reversi MALFORMED R3
# One coordinate.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": [2]}'))
