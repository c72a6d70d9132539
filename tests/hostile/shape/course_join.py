# expect: santorini MALFORMED S1 wire=santorini-course
# Joins in the words of the other protocol.
from lib import course

course(join='["join", "ann"]')
