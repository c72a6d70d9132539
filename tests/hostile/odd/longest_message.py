# expect: santorini fine
# Padded to exactly the longest message that is allowed.
from lib import santorini

santorini(lambda bot: bot.say("[" + bot.answer[1:].rjust(65535)), at=2)
