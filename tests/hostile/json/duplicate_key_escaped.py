# expect: reversi MALFORMED G3
# The same key twice, once written with an escape.
from lib import reversi

reversi(lambda bot: bot.say('{"\\u0070laced": [0, 0], ' + bot.answer[1:]))
