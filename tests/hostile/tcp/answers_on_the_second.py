# expect: reversi TIMEOUT G9 over=tcp time=start=20000,first=10000,request=700
# Answers on a second connection, where nobody listens.
from lib import dial, reversi


def stunt(bot):
    try:
        dial().sendall(bot.answer.encode())
    except OSError:
        pass  # turned away so soon
    bot.wait()


reversi(stunt, at=1)
