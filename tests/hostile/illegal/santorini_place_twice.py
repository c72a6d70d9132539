# expect: santorini ILLEGAL S4 says="occupied"
# Says its answer twice: the second one answers the next request.
from lib import santorini

santorini(lambda bot: bot.say(bot.answer * (2 if bot.requests == 1 else 1)))
