# expect: santorini CRASH G5 says="code 1"
# Dies of an exception, with a traceback.
from lib import santorini

santorini(lambda bot: bot.answer[1000], at=1)
