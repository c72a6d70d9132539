# expect: reversi MALFORMED G3
# A NUL in front of a good answer.
from lib import reversi

reversi(lambda bot: bot.say("\0" + bot.answer))
