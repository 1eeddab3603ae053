#!/usr/bin/env bash
# Compares decklint with an empty program, with a plain Python script and with bare file reading, all in one run, and
# prints medians and ratios. Other work on the machine moves the times by half; ratios of one run and instruction counts
# hold better.
#
#   scripts/compare.sh [--small] [--static] [--files N] [--lines N] [--rounds N]
#
# --files N   one-deck files in the batch (20000)
# --lines N   lines of each deck (18)
# --rounds N  rounds of the start-up races (41)
# --small     500 files and few rounds, to see that everything runs
# --static    the binary linked statically, as a release for Linux may be: it starts without the dynamic loader
set -euo pipefail
cd "$(dirname "$0")/.."

files=20000 lines=18 rounds=41 batch_rounds=5 static=
while [ $# -gt 0 ]; do
    case $1 in
        --small) files=500 rounds=5 batch_rounds=3 ;;
        --static) static=yes ;;
        --files) files=${2:?--files takes a number}; shift ;;
        --lines) lines=${2:?--lines takes a number}; shift ;;
        --rounds) rounds=${2:?--rounds takes a number}; shift ;;
        *) sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
    shift
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

lint=${CARGO_TARGET_DIR:-target}/release/decklint
if [ "$static" ]; then
    triple=$(rustc -vV | sed -n 's/^host: //p')
    export RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+crt-static"
    cargo build --release --quiet --bin decklint --target "$triple"
    lint=${CARGO_TARGET_DIR:-target}/$triple/release/decklint
else
    cargo build --release --quiet --bin decklint
fi
rustc -O --edition 2024 -o "$work/helper" benches/compare/helper.rs
rustc -O --edition 2024 -o "$work/empty" benches/compare/empty.rs
"$work/helper" inputs "$work" "$files" "$lines"

# Plans are lines of a name and a command, tabs between all words.
plan() { local IFS=$'\t'; echo "$*"; }
race() {
    printf '\n### %s\n\n| program | median ms | 10 to 90 %% | ratio |\n| --- | ---: | ---: | ---: |\n' "$1"
    "$work/helper" race "$2" "$work/plans"
}
one=(check --game barrenia "$work/deck.txt")
big=(--cards "$work/cards-10000.csv")
small=(--cards "$work/cards-1000.csv")

{
    plan "empty program" "$work/empty"
    plan "\`--version\`" "$lint" --version
    plan "\`--help\`" "$lint" --help
    plan "\`check\`, shipped pool" "$lint" check decks/barrenia/pressure-line.txt
    plan "\`check\`, CSV pool of 1,000" "$lint" "${one[@]}" "${small[@]}"
    plan "\`check\`, CSV pool of 10,000" "$lint" "${one[@]}" "${big[@]}"
} >"$work/plans"
race "One deck, cold process" "$rounds"

if command -v valgrind >/dev/null; then
    ir() {
        local name=$1 n
        shift
        n=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null | sed -n 's/.*Collected : //p')
        echo "| $name | ${n:-?} |"
        last=$n
    }
    printf '\n### Instructions (callgrind)\n\n| program | Ir |\n| --- | ---: |\n'
    ir "empty program" "$work/empty"
    ir "\`--version\`" "$lint" --version
    ir "\`--help\`" "$lint" --help
    ir "\`check\`, shipped pool, text deck" "$lint" check decks/barrenia/pressure-line.txt
    ir "\`check\`, CSV pool of 1,000" "$lint" "${one[@]}" "${small[@]}"
    thousand=$last
    ir "\`check\`, CSV pool of 10,000" "$lint" "${one[@]}" "${big[@]}"
    echo "| each further row of the CSV pool | $(((last - thousand) / 9000)) |"
else
    echo "valgrind is missing: no instruction counts"
fi

batch=(check --game barrenia --format concise "${big[@]}" "$work/decks")
{
    plan "open, read, close" "$work/helper" slurp "$work/decks"
    plan "\`check -j 1\`" "$lint" "${batch[@]}" -j 1
    plan "\`check\`, $(nproc) cores" "$lint" "${batch[@]}"
    if command -v python3 >/dev/null; then
        plan "plain Python script" "$(command -v python3)" benches/compare/plain.py "$work/cards-10000.csv" "$work/decks"
    fi
} >"$work/plans"
race "$files files of one deck, $lines lines each, 10,000 cards" "$batch_rounds"
ours=$("$lint" "${batch[@]}" 2>&1 >/dev/null | tail -n 1) || true
echo
echo "decklint: $ours"
if command -v python3 >/dev/null; then
    theirs=$(python3 benches/compare/plain.py "$work/cards-10000.csv" "$work/decks" 2>&1 >/dev/null)
    echo "plain.py: $theirs"
    if [ "$ours" != "$theirs" ]; then
        echo "the two disagree, so the times compare nothing" >&2
        exit 1
    fi
else
    echo "python3 is missing: no plain script beside it"
fi

printf '\n### Size\n\nThe stripped binary has %s bytes.\n' "$(wc -c <"$lint")"
