# expect: santorini FLOOD G2 says="65536 bytes"
# A good answer, padded to one byte more than is allowed.
from lib import santorini

santorini(lambda bot: bot.say("[" + bot.answer[1:].rjust(65536)))
