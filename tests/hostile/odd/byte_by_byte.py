# expect: reversi fine
# Every byte is a write.
from lib import reversi

reversi(lambda bot: [bot.send(bytes([byte])) for byte in bot.answer.encode()])
