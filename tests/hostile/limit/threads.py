# expect: reversi LIMIT G5 limit=tasks=20 says="processes and threads"
# Starts sixty threads that sleep.
import threading
import time

from lib import reversi


def stunt(bot):
    for _ in range(60):
        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
    bot.wait()


reversi(stunt, at=1)
