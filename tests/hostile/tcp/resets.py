# expect: stones DISCONNECT G5 over=tcp says="connection"
# Breaks the connection off, and stays.
import socket
import struct
import time

from lib import stones


def stunt(bot):
    bot.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    bot.socket.close()
    time.sleep(600)


stones(stunt, at=1)
