# expect: santorini MALFORMED S2 wire=santorini-course
# A direction with its parts in the wrong order.
from lib import TURN, course

course(lambda bot: bot.say('["ann1", "NORTH", "EAST"]'), at=TURN)
