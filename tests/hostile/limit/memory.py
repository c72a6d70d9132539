# expect: stones LIMIT G5 limit=memory=150MiB says="of memory"
# Takes more and more memory, and never answers.
from lib import stones


def stunt(bot):
    held = []
    while len(held) < 40:
        held.append(bytearray(b"x") * (10 << 20))
    bot.wait()


stones(stunt, at=1)
