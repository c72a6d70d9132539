# expect: stones fine over=tcp
# A second connection is turned away, and does no harm.
from lib import dial, stones

stones(lambda bot: (dial(), bot.say(bot.answer)))
