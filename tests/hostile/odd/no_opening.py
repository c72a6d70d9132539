# expect: reversi fine wire=hgp-silent
# Speaks the form without an opening.
from lib import reversi

reversi()
