# expect: santorini MALFORMED S1
# Acknowledges before it has joined.
from lib import santorini

santorini(join='"OK"')
