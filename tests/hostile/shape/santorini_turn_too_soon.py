# expect: santorini MALFORMED S4
# A turn where a placement is due.
from lib import santorini

santorini(lambda bot: bot.say('[["move", {"player": "ann", "id": 1}, ["EAST", "PUT"]]]'))
