# expect: reversi MALFORMED G3
# Infinity is no number.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": [Infinity, 0]}'))
