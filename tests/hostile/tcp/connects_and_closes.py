# expect: stones DISCONNECT G5 over=tcp games=20
# Connects, hears that its game has begun, hangs up, and stays; twenty times, and nothing may pile up.
import time

from lib import dial

connection = dial()
connection.recv(1)
connection.close()
time.sleep(600)
