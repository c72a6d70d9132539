"""Mutants: bugs that people write, each a few lines over one of the good bots of this folder.

They stand in bugs_GAME.py. A row has a name, what the bug is, the rules of which `agon check` should name one, and
pairs of texts: what stands in the good bot, once, and what the bug puts there.

`kept=False` is for a bug that is much like another: it is tried with AGON_MUTANTS=all only.

A bot that dies or falls silent breaks G5 or G9, or the rule of the message that it leaves without an answer: R2 and R4
in Reversi, T3 in Game of Stones, and in Santorini the rule of what it was asked for.
"""
import collections

Mutant = collections.namedtuple("Mutant", "base name bug rules pairs kept")
MUTANTS = []


def over(base):
    def mutant(name, bug, rules, *pairs, kept=True):
        MUTANTS.append(Mutant(base, name, bug, rules.split(), pairs, kept))

    return mutant
