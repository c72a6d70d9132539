# expect: stones ILLEGAL T1
# A good column plus 2 to the 32.
import json

from lib import stones


def stunt(bot):
    wrong = json.loads(bot.answer)
    wrong["From"]["X"] += 2 ** 32
    bot.say_first([wrong])


stones(stunt)
