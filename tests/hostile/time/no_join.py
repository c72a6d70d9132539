# expect: santorini TIMEOUT G9 says="join" time=start=3000,first=10000,request=10000
# Is there, and never joins.
from lib import Santorini

Santorini().wait()
