# expect: reversi NO_START G5 over=tcp says="code 7"
# Leaves before it has connected.
raise SystemExit(7)
