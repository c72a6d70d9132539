# expect: reversi MALFORMED G3
# A blank where a colon belongs.
from lib import reversi

reversi(lambda bot: bot.say(bot.answer.replace(":", " ", 1)))
