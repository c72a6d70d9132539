# expect: stones MALFORMED G3
# A byte order mark in the middle of the stream.
from lib import stones

stones(lambda bot: bot.say("\ufeff" + bot.answer), at=1)
