# expect: santorini MALFORMED S1
# Joins without a name.
from lib import santorini

santorini(join='["join"]')
