# expect: reversi fine wire=hgp-0.2
# Speaks the older form, opened by a bare line.
from lib import reversi

reversi()
