# expect: reversi MALFORMED R7
# A name that is a number.
from lib import reversi

reversi(lambda bot: bot.say('{"name": 5}'))
