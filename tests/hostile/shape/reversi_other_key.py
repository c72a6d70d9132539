# expect: reversi MALFORMED R3
# The key has another name.
from lib import reversi

reversi(lambda bot: bot.say(bot.answer.replace("placed", "move")))
