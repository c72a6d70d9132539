# expect: reversi MALFORMED G3 says="d3"
# A move as people write it.
from lib import reversi

reversi(lambda bot: bot.say("d3"))
