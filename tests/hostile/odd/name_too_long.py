# expect: santorini fine
# A name of a thousand letters.
from lib import santorini

santorini(name="a" * 1000)
