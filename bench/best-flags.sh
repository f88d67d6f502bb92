#!/usr/bin/env bash
# The plain build against peers built for this very CPU (and cozy-chess with its PEXT tables), in one interleaved run.
# Arguments go to tabiya-bench; without any, the movegen suite runs.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- movegen
features=()
if grep -qw bmi2 /proc/cpuinfo 2>/dev/null; then features=(--features peer-pext); fi
cargo build --release --quiet -p tabiya-bench
RUSTFLAGS="-C target-cpu=native" cargo build --release --quiet -p tabiya-bench --target-dir target/native "${features[@]}"
exec target/release/tabiya-bench "$@" --rival target/native/release/tabiya-bench --rival-label native
