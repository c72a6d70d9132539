# expect: reversi MALFORMED G3
# A raw tab inside a string.
from lib import reversi

reversi(lambda bot: bot.say(bot.answer[:-1] + ', "note": "\t"}'))
