# The honest opponent in Reversi: nothing that a bot of this folder does may harm it.
from lib import reversi

reversi()
