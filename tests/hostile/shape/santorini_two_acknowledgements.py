# expect: santorini MALFORMED S4
# Acknowledges twice: the second one answers the next request.
from lib import santorini

santorini(ok='"OK""OK"')
