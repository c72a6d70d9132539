# expect: reversi MALFORMED R3
# Numbers in quotes: only Game of Stones has them.
from lib import reversi

reversi(lambda bot: bot.say('{"placed": ["2", "3"]}'))
