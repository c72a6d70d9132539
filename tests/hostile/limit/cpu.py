# expect: stones LIMIT G5 limit=cpu=400ms says="of CPU time in one game, and 400ms is the limit"
# Computes for ever.
from lib import stones


def stunt(bot):
    while True:
        pass


stones(stunt, at=1)
