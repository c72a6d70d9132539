# expect: santorini fine
# Words written with escapes are the same words.
from lib import santorini


def stunt(bot):
    bot.say(bot.answer.replace("PUT", "P\\u0055T").replace("place", "pl\\u0061ce"))


santorini(stunt)
