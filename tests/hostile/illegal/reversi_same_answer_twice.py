# expect: reversi ILLEGAL R3 says="occupied"
# Says its answer twice: the second one answers the next request.
from lib import reversi

reversi(lambda bot: bot.say(bot.answer * 2))
