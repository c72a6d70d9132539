# expect: stones TIMEOUT G9 time=start=20000,first=10000,request=700 limit=output=none
# Blanks as fast as it can: no message, and no answer either.
from lib import stones


def stunt(bot):
    while True:
        bot.send(b" " * 4096)


stones(stunt, at=1)
