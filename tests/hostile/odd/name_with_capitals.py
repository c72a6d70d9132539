# expect: santorini fine
# A name that does not fit: it is given another one, and takes it.
from lib import santorini

santorini(name="Ann 1st")
