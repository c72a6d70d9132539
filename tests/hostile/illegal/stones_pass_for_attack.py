# expect: stones ILLEGAL T3 says="an attack is due"
# Passes where an attack is due.
from lib import stones

stones(lambda bot: bot.say('{"Type": 0, "From": null, "To": null}'))
