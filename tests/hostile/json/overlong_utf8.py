# expect: reversi MALFORMED G3
# A slash written in two bytes.
from lib import reversi

reversi(lambda bot: bot.send(bot.answer[:-1].encode() + b', "note": "\xc0\xaf"}\n'))
