# expect: stones fine
# Lines end as on Windows.
from lib import stones

stones(lambda bot: bot.say(bot.answer + "\r"))
