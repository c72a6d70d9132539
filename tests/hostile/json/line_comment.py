# expect: santorini MALFORMED G3 says="my move"
# A comment in front.
from lib import santorini

santorini(lambda bot: bot.say("// my move\n" + bot.answer))
