# expect: reversi FLOOD G2 says="16 messages"
# Its answer, and forty more that nobody asked for, in one write.
from lib import reversi

reversi(lambda bot: bot.say(bot.answer + '{"placed": [0, 0]}' * 40))
