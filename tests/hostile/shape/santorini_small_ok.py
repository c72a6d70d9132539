# expect: santorini MALFORMED S3
# Acknowledges in small letters.
from lib import santorini

santorini(ok='"ok"')
