# expect: santorini fine
# Does not acknowledge the end of a game: the result stands (S7).
from lib import Santorini


class Silent(Santorini):
    def hear(self, message):
        if message[0] != "over":
            super().hear(message)


Silent().play()
