# expect: stones LIMIT G5 limit=output=300KiB says="of output and stderr in one game"
# Writes to stderr without end.
import os

from lib import stones


def stunt(bot):
    while True:
        os.write(2, b"thinking\n" * 100)


stones(stunt, at=1)
