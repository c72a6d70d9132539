# expect: reversi fine
# The key of later clients.
from lib import reversi

reversi(lambda bot: bot.say(bot.answer.replace("placed", "to")))
