# expect: stones ILLEGAL T5 says="stands between"
# Attacks over a stack.
from lib import ATTACK, LINES, move, stones


def jumps(bot):
    for place in bot.own():
        for line in (list(bot.line(place, d)) for d in LINES):
            stacks = [q for q in line if q != (4, 4) and bot.owner(q)]
            if len(stacks) > 1 and stacks[1] in bot.theirs() and (4, 4) not in line:
                yield move(ATTACK, place, stacks[1])


stones(lambda bot: bot.say_first(jumps(bot)))
