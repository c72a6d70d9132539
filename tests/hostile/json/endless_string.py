# expect: reversi FLOOD G2 says="65536 bytes"
# A string that never ends.
from lib import reversi

reversi(lambda bot: [bot.send(b'"')] + [bot.send(b"a" * 4096) for _ in iter(int, 1)])
