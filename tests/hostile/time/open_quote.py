# expect: stones TIMEOUT G9 time=start=20000,first=10000,request=700
# Forgets the quote that closes a string.
from lib import stones

stones(lambda bot: bot.send(b'{"Type'), at=1)
