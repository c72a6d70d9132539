# expect: stones MALFORMED T4
# An attack whose places are null, like those of a pass.
from lib import stones

stones(lambda bot: bot.say('{"Type": 1, "From": null, "To": null}'))
