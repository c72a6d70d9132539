# expect: reversi MALFORMED R3
# The square alone.
from lib import reversi

reversi(lambda bot: bot.say("[2, 3]"))
