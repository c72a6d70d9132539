# What the tests in sh share: a folder of their own, checks that speak TAP, and the end. To be read
# with `.` at the beginning; `finish` is the last line.
count=0
bad=0
also= # other files of the folder that tell more about a failure
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

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
