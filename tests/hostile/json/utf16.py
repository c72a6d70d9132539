# expect: stones MALFORMED G3
# A good answer in UTF-16.
from lib import stones

stones(lambda bot: bot.send(bot.answer.encode("utf-16")))
