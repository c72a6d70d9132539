# expect: reversi fine over=tcp
# Whoever dials in may print what he likes.
from lib import reversi

reversi(lambda bot: (print("thinking about it", flush=True), bot.say(bot.answer)))
