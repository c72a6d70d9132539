# expect: reversi fine
# Exactly as deep as is allowed.
from lib import reversi

reversi(lambda bot: bot.say(bot.answer[:-1] + ', "note": ' + "[" * 31 + "]" * 31 + "}"))
