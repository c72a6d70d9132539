# expect: stones TIMEOUT G9 time=start=20000,first=10000,request=700
# Four helpers fight with it for one core, so that it waits for that core most of the time: the
# wait that its own helpers caused is not given back. It answers when all together have used some
# 1.5 s of the core, of which it is 0.3 s itself.
import os
import time

from lib import stones


def stunt(bot):
    start = time.process_time()
    is_helper = any(os.fork() == 0 for _ in range(4))
    while is_helper or time.process_time() < start + 0.3:
        pass
    bot.say(bot.answer)


os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
stones(stunt, at=1)
