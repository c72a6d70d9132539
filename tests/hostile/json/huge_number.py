# expect: reversi MALFORMED G3
# A number beyond any double.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": [1e400, 3]}'))
