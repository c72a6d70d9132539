# expect: santorini MALFORMED G3 says="move: "
# Logs in front of a good answer, on the same line.
from lib import santorini

santorini(lambda bot: bot.say("move: " + bot.answer))
