# expect: reversi MALFORMED R3
# A square as people write it.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": "d3"}'))
