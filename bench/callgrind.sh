#!/usr/bin/env bash
# Instructions per generated legal move, by callgrind. Arguments: the libraries to measure (all of them by default).
# Valgrind hides AVX-512 from the program, so Tabiya runs at its BMI2 level here.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- tabiya cozy-chess shakmaty chess
command -v valgrind >/dev/null || { echo "callgrind.sh: valgrind is not installed" >&2; exit 2; }
cargo build --release --quiet -p tabiya-bench
program=target/release/tabiya-bench

# Instructions of the whole program when the work is done $4 times. Standard error holds callgrind's summary.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --once "$1" "$2" "$3" --repeat "$4" 2>&1 >/dev/null |
        awk '/Collected/ { print $NF }'
}

for task in generate-start generate-kiwipete; do
    moves=$("$program" --once generate "$task" tabiya)
    echo "$task: $moves moves"
    for library in "$@"; do
        one=$(instructions generate "$task" "$library" 1)
        two=$(instructions generate "$task" "$library" 2)
        awk -v name="$library" -v work="$((two - one))" -v moves="$moves" \
            'BEGIN { printf "  %-12s %6.1f instructions a move\n", name, work / moves }'
    done
done
