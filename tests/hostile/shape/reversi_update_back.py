# expect: reversi MALFORMED R3
# Sends an update, as if it were the arena.
from lib import reversi

reversi(lambda bot: bot.say('{"changed": [[2, 3]], "by": 0, "next_turn": 1, "game_status": 0}'))
