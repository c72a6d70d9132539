# expect: stones fine limit=memory=150MiB
# Its four children share its 60 MiB with it, which is not five times as much.
import os
import time

from lib import stones

held = bytearray(b"x") * (60 << 20)
for _ in range(4):
    if os.fork() == 0:
        time.sleep(600)
stones(lambda bot: (time.sleep(0.5) if bot.requests == 2 else None, bot.say(bot.answer)))
