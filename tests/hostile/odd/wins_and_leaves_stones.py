# expect: stones fine says="extinct" position='[[7,-7,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[5,0,0,-5,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,6,0,0,0,0,-6,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0]] w first'
# Takes the last C and leaves. As the second player it finds that done to itself.
import os

from lib import stones


def stunt(bot):
    bot.say('{"Type": 1, "From": {"X": 0, "Y": 0}, "To": {"X": 1, "Y": 0}}')
    os._exit(0)


stones(stunt)
