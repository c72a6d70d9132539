# expect: stones fine
# Keys that nobody knows are left alone.
from lib import stones

stones(lambda bot: bot.say('{"mood": ["fine", null, {"\\u00e9": 1.5e3}], ' + bot.answer[1:]))
