# expect: reversi MALFORMED G3
# A byte that UTF-8 does not have.
from lib import reversi

reversi(lambda bot: bot.send(b'{"placed": [2, 3], "note": "\xff"}\n'))
