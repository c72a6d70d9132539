# expect: santorini TIMEOUT G9 wire=santorini-course time=start=20000,first=10000,request=700
# Says nothing any more.
from lib import TURN, course

course(lambda bot: None, at=TURN)
