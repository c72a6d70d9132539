# expect: reversi MALFORMED G3
# A number with a plus sign.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": [+2, 3]}'))
