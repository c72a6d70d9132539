# The honest opponent in Game of Stones: nothing that a bot of this folder does may harm it.
from lib import stones

stones()
