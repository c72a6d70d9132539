# expect: stones MALFORMED T4
# Sends a board back, as if it were the arena.
import json

from lib import stones

stones(lambda bot: bot.say(json.dumps({"Board": {"state": bot.state}, "AllowedMoves": [1]})))
