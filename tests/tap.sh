# What the tests in sh share: a folder of their own, checks that speak TAP, and the end. To be read
# with `.` at the beginning; `finish` is the last line.
count=0
bad=0
also= # other files of the folder that tell more about a failure
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

# borrow FILE [NAME]: a path to it that is short and has no blanks, wherever it is. Commands of
# players and the screen of a terminal take it as it is.
borrow() {
    lent=$folder/.lent/${2:-${1##*/}}
    mkdir -p "$folder/.lent" && ln -sT "$(realpath "$1")" "$lent" && echo "$lent"
}

# check NAME COMMAND...: the command must succeed. What it printed is in the file log, and told if it
# failed.
check() {
    name=$1
    shift
    count=$((count + 1))
    if "$@" >"$folder/log" 2>&1; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
        for told in log $also; do sed 's/^/# /' "$folder/$told"; done
        bad=1
    fi
}

finish() {
    echo "1..$count"
    exit $bad
}
