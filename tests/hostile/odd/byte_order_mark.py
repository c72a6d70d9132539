# expect: santorini fine
# A byte order mark at the very start.
from lib import santorini

santorini(join='\ufeff["join", "ann"]')
