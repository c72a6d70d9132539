# expect: santorini MALFORMED S4
# A placement in the words of the course.
from lib import santorini

santorini(lambda bot: bot.say("[1, 1]"))
