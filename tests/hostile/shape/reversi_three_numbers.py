# expect: reversi MALFORMED R3
# Three coordinates.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": [2, 3, 4]}'))
