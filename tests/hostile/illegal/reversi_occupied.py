# expect: reversi ILLEGAL R3 says="occupied"
# A square that is taken.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": [3, 3]}'))
