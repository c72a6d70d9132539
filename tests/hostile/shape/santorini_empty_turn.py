# expect: santorini MALFORMED S5
# A turn without anything.
from lib import TURN, santorini

santorini(lambda bot: bot.say("[]"), at=TURN)
