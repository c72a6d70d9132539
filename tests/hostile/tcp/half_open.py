# expect: reversi DISCONNECT G5 over=tcp says="closed"
# Closes its half of the connection, and listens on.
import socket

from lib import reversi


def stunt(bot):
    bot.socket.shutdown(socket.SHUT_WR)
    bot.wait()


reversi(stunt, at=1)
