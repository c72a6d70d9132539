# expect: reversi fine
# A key written with an escape is the same key.
from lib import reversi

reversi(lambda bot: bot.say(bot.answer.replace("p", "\\u0070", 1)))
