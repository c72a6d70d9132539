# expect: stones MALFORMED G3
# The first of two bytes, without the second.
from lib import stones

stones(lambda bot: bot.send(bot.answer[:-1].encode() + b', "note": "\xc3"}\n'))
