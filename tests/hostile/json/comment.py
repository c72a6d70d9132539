# expect: reversi MALFORMED G3
# A comment inside.
from lib import reversi

reversi(lambda bot: bot.say(bot.answer.replace(",", ", /* here */", 1)))
