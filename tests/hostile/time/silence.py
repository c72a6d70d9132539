# expect: stones TIMEOUT G9 time=start=20000,first=10000,request=700
# Says nothing any more.
from lib import stones

stones(lambda bot: bot.wait(), at=1)
