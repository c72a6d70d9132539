# expect: stones NO_START G5 over=tcp says="connect" time=start=3000
# Was started, and never connects.
import time

time.sleep(600)
