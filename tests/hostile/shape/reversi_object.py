# expect: reversi MALFORMED R3
# A square as an object.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": {"row": 2, "column": 3}}'))
