# expect: santorini fine
# Places both workers along with its acknowledgement: each message answers what is asked next (G4).
from lib import Santorini


class Early(Santorini):
    def hear(self, message):
        self.ok = '"OK"'
        if message[0] == "new_game":
            self.ok += '["place", 5, 4]["place", 4, 5]'
        if message[0] != "place":
            super().hear(message)


Early().play()
