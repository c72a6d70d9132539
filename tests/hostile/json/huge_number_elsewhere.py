# expect: stones MALFORMED G3
# A number beyond any double, in a key that nobody reads.
from lib import stones

stones(lambda bot: bot.say(bot.answer[:-1] + ', "note": -1e400}'))
