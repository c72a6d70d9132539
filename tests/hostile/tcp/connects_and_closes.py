# expect: stones DISCONNECT G5 over=tcp games=20
# Connects and hangs up, and stays; twenty times, and nothing may pile up.
import time

from lib import dial

dial().close()
time.sleep(600)
