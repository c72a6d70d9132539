# expect: stones MALFORMED G3
# An escape that JSON does not have.
from lib import stones

stones(lambda bot: bot.say(bot.answer.replace("Type", "\\x54ype")))
