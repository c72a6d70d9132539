# expect: santorini MALFORMED S3
# Acknowledges with a list.
from lib import santorini

santorini(ok='["OK"]')
