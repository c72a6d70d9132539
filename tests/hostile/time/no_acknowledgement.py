# expect: santorini TIMEOUT G9 says="acknowledge" time=start=3000,first=10000,request=700
# Joins, and never acknowledges a game.
from lib import santorini

santorini(ok="")
