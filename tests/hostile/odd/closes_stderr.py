# expect: santorini fine
# Has nothing to say on stderr, ever.
import os

from lib import santorini

os.close(2)
santorini()
