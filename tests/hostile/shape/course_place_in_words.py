# expect: santorini MALFORMED S4 wire=santorini-course
# A placement in the words of the other protocol.
from lib import course

course(lambda bot: bot.say('["place", 1, 1]'))
