# expect: santorini MALFORMED S3
# Acknowledges with a placement.
from lib import santorini

santorini(ok='["place", 0, 0]')
