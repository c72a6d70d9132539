# expect: reversi MALFORMED R3 says=2.5
# Half a row.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": [2.5, 3]}'))
