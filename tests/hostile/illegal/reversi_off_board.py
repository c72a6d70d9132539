# expect: reversi ILLEGAL R2
# A row that the board does not have.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": [8, 0]}'))
