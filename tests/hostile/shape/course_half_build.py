# expect: santorini MALFORMED S5 wire=santorini-course
# A build with one part.
import json

from lib import TURN, course

course(lambda bot: bot.say(json.dumps(json.loads(bot.answer)[:4])), at=TURN)
