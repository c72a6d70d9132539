# expect: stones fine
# A lot of talk on stderr before every answer.
import os

from lib import stones

stones(lambda bot: (os.write(2, b"thinking\n" * 20_000), bot.say(bot.answer)))
