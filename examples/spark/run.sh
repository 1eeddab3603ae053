#!/usr/bin/env bash
# Generates decks and checks them with PySpark's local cluster and in a single run: examples/spark/run.sh [COUNT] [PARTITIONS]
# Needs Java and a Python with PySpark, named by PYTHON if it is not `python3`; DECKLINT names the binary.
set -eu
cd "$(dirname "$0")"
count=${1:-20000}
partitions=${2:-8}
python=${PYTHON:-python3}
if [ -z "${DECKLINT:-}" ]; then
  cargo build --release --manifest-path ../../Cargo.toml
  DECKLINT=$(cd ../../target/release && pwd)/decklint
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" corpus.py "$count" >"$folder/decks.ndjson"
PYSPARK_PYTHON=$python "$python" check.py "$DECKLINT" "$folder/decks.ndjson" "$partitions"
