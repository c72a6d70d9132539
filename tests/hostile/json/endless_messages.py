# expect: santorini FLOOD G2 says="16 messages"
# Its answer, and then "OK" as fast as it can.
from lib import santorini

santorini(lambda bot: [bot.say(bot.answer + '"OK"' * 900) for _ in iter(int, 1)])
