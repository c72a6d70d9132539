# expect: reversi MALFORMED G3 says="'placed'"
# How Python prints a dict.
from lib import reversi

reversi(lambda bot: bot.say("{'placed': [2, 3]}"))
