# expect: stones FLOOD G2 says="32 levels"
# A hundred thousand open brackets.
from lib import stones

stones(lambda bot: bot.send(b"[" * 100_000))
