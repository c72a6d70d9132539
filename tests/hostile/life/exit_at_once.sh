# expect: stones CRASH G5 says="code 3" over=stdio games=40
# Leaves before anything was said, forty times: nothing may pile up.
exit 3
