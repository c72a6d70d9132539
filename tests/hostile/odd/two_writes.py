# expect: stones fine
# Its answer in two halves, with a pause between them.
import time

from lib import stones

stones(lambda bot: (bot.send(bot.answer[:9].encode()), time.sleep(0.02), bot.say(bot.answer[9:])))
