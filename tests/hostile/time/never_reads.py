# expect: stones TIMEOUT G9 over=stdio time=start=20000,first=4000,request=4000
# Has never read a byte.
import time

time.sleep(600)
