# expect: santorini MALFORMED S1
# Joins as a number.
from lib import santorini

santorini(join='["join", 5]')
