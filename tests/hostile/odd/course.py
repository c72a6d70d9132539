# expect: santorini fine wire=santorini-course
# Speaks the course's protocol, and splits every answer.
from lib import course

course(lambda bot: (bot.send(bot.answer[:4].encode()), bot.say(bot.answer[4:])))
