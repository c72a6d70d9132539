# expect: reversi MALFORMED R3
# A pass: the protocol has no word for it.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": null}'))
