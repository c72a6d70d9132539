# expect: reversi fine
# Nothing between two messages.
from lib import reversi

reversi(lambda bot: bot.send(bot.answer.encode()))
