#!/usr/bin/env bash
# Instructions per unit of work of the `order` suite, by callgrind. Arguments: the tasks to measure (all by default).
set -euo pipefail
cd "$(dirname "$0")/.."
command -v valgrind >/dev/null || { echo "order-callgrind.sh: valgrind is not installed" >&2; exit 2; }
cargo build --release --quiet -p tabiya-bench
program=target/release/tabiya-bench

# Instructions of the whole program when the work is done $3 times. Standard error holds callgrind's summary.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --once order "$1" "$2" --repeat "$3" 2>&1 >/dev/null |
        awk '/Collected/ { print $NF }'
}

measure() { # task, entrants...
    local task=$1 units one two
    shift
    units=$("$program" --once order "$task" "$1")
    echo "$task: $units"
    for entrant in "$@"; do
        one=$(instructions "$task" "$entrant" 1)
        two=$(instructions "$task" "$entrant" 2)
        awk -v name="$entrant" -v work="$((two - one))" -v units="$units" \
            'BEGIN { printf "  %-20s %8.1f instructions each\n", name, work / units }'
    done
}

# The slow exchange is left out: it is there to be right.
for root in start kiwipete; do
    for task in full-pick first-pick see foreign-move; do
        [ $# -eq 0 ] || [[ " $* " == *" $task-$root "* ]] || continue
        case $task in
            full-pick) measure "$task-$root" legal-list pick-all-legal pick-all-then-test ;;
            first-pick) measure "$task-$root" hash-move no-hash-move ;;
            see) measure "$task-$root" see-at-least-0 see ;;
            foreign-move) measure "$task-$root" is-pseudo-legal is-legal ;;
        esac
    done
done
