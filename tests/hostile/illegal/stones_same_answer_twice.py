# expect: stones ILLEGAL T5 says="is empty"
# Says its answer twice: the second one answers the next request.
from lib import stones

stones(lambda bot: bot.say(bot.answer * 2))
