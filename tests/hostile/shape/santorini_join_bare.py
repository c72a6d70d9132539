# expect: santorini MALFORMED S1
# Joins in the words of the course.
from lib import santorini

santorini(join='"ann"')
