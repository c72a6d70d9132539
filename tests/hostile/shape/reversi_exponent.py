# expect: reversi MALFORMED R3
# An integer with an exponent is not written as one.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": [2e0, 3]}'))
