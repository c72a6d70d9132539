# expect: santorini MALFORMED S5
# A turn with two builds.
from lib import TURN, santorini

santorini(lambda bot: bot.say(bot.answer[:-1] + ', ["build", ["EAST", "PUT"]]]'), at=TURN)
