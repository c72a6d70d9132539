# expect: stones MALFORMED T4
# "Type" is null.
from lib import stones

stones(lambda bot: bot.say('{"Type": null}'))
