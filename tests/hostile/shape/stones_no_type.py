# expect: stones MALFORMED T4 says=Type
# "Type" is missing.
from lib import stones

stones(lambda bot: bot.say('{"From": null, "To": null}'))
