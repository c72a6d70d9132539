# expect: santorini fine
# Answers the end of a game with nonsense: the result stands (S7).
from lib import Santorini


class Rude(Santorini):
    def hear(self, message):
        self.ok = "what a shame" if message[0] == "over" else '"OK"'
        super().hear(message)


Rude().play()
