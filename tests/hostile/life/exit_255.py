# expect: santorini CRASH G5 says="code 255"
# Leaves with the largest code there is.
import os

from lib import santorini

santorini(lambda bot: os._exit(255), at=2)
