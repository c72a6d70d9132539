# expect: santorini MALFORMED S2
# A direction in small letters.
from lib import TURN, santorini


def stunt(bot):
    bot.say(bot.answer.replace("EAST", "east").replace("WEST", "west").replace("PUT", "put"))


santorini(stunt, at=TURN)
