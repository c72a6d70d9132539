# expect: santorini ILLEGAL S5 says="under itself"
# Builds where it stands.
from lib import STAY, TURN, santorini

santorini(lambda bot: bot.say_first(bot.move(w, d, STAY) for w, d, to in bot.steps()), at=TURN)
