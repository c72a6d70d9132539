# expect: reversi fine
# Says its name first.
from lib import Reversi

bot = Reversi()
bot.say('{"name": "ann"}')
bot.play()
