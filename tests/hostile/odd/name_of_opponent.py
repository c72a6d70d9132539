# expect: santorini fine
# The name of its opponent: one of the two is given another one.
from lib import santorini

santorini(name="bob")
