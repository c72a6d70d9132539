# expect: stones ILLEGAL T5 says="height 1 against 3" position='[[5,-13,0,6,-14,0,0,0,0],[0,0,0,0,0,0,0,0,0],[-5,13,0,-6,14,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,7,-15,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,-7,15,0]] w attack'
# Attacks a stack that is higher.
from lib import ATTACK, move, stones


def stunt(bot):
    bot.say_first(move(ATTACK, p, q) for p, q in bot.pairs(-1) if bot.height(p) < bot.height(q))


stones(stunt)
