# expect: stones CRASH G5 says="code 0"
# Turns into another program, which leaves at once.
import os

from lib import stones

stones(lambda bot: os.execvp("true", ["true"]), at=1)
