# expect: santorini MALFORMED G3
# Half of a surrogate pair, written as three bytes.
from lib import santorini

santorini(lambda bot: bot.send(b'["place", 0, 0, "\xed\xa0\x80"]\n'))
