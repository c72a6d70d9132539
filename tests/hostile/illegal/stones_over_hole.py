# expect: stones ILLEGAL T1 says="crosses the hole"
# Attacks over the hole.
from lib import ATTACK, LINES, move, stones


def over_hole(bot):
    for place in bot.own():
        for line in (list(bot.line(place, d)) for d in LINES):
            # The first stack on the line, if the hole is before it.
            target = next((q for q in line if q != (4, 4) and bot.owner(q)), None)
            if target in bot.theirs() and (4, 4) in line[:line.index(target)]:
                yield move(ATTACK, place, target)


stones(lambda bot: bot.say_first(over_hole(bot)))
