# expect: santorini MALFORMED S4 wire=santorini-course
# Acknowledges: this dialect has no such thing.
from lib import course

course(lambda bot: bot.say('"OK"'))
