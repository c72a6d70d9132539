# expect: reversi FLOOD G2 says="32 levels"
# One level more than is allowed, in a key that nobody needs.
from lib import reversi

reversi(lambda bot: bot.say(bot.answer[:-1] + ', "note": ' + "[" * 32 + "]" * 32 + "}"))
