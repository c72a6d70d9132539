# expect: reversi MALFORMED G3 says="best of 20"
# Prints what it thinks after it answered: that answers the next request.
from lib import reversi

reversi(lambda bot: bot.say(bot.answer + "\nbest of 20 moves"))
