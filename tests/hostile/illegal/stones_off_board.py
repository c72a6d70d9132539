# expect: stones ILLEGAL T1 says="not on the board"
# A corner of the array that is no place.
from lib import ATTACK, move, stones


def stunt(bot):
    bot.say_first(move(ATTACK, p, (8, 0)) for p in bot.own())


stones(stunt)
