# expect: reversi MALFORMED R3
# A name that is not the first message.
from lib import reversi

reversi(lambda bot: bot.say('{"name": "ann"}'), at=1)
