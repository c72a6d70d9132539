# expect: santorini ILLEGAL S4 says="level 3" position='000000/000000/000000/000000/000000/000003 - - 1'
# Places a worker where it would have won.
from lib import santorini

santorini(lambda bot: bot.say('["place", 5, 5]'))
