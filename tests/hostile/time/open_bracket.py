# expect: reversi TIMEOUT G9 time=start=20000,first=10000,request=700
# Forgets to close its answer.
from lib import reversi

reversi(lambda bot: bot.say(bot.answer[:-1]), at=1)
