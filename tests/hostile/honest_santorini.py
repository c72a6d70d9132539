# The honest opponent in Santorini: nothing that a bot of this folder does may harm it.
from lib import santorini

santorini(name="bob")
