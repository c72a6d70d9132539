# expect: reversi ILLEGAL R2
# A column left of the first.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": [0, -1]}'))
