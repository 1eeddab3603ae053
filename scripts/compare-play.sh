#!/usr/bin/env bash
# Runs goldfish games of every shipped game beside a bare baseline that only shuffles, deals and counts, in one go, and
# prints games a second a core, the ratio, the gain of the second core, and the peak memory. Other work on the machine moves
# the times by half; ratios of one run hold better.
#
#   scripts/compare-play.sh [--small] [--games N] [--rounds N]
#
# --games N   games of each run (400000)
# --rounds N  rounds; the fastest counts (5)
# --small     20,000 games and one round, to see that everything runs
set -euo pipefail
cd "$(dirname "$0")/.."

games=400000 rounds=5
while [ $# -gt 0 ]; do
    case $1 in
        --small) games=20000 rounds=1 ;;
        --games) games=${2:?--games takes a number}; shift ;;
        --rounds) rounds=${2:?--rounds takes a number}; shift ;;
        *) sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
    shift
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo build --release --quiet --bin decklint
lint=${CARGO_TARGET_DIR:-target}/release/decklint
rustc -O --edition 2024 -o "$work/shuffle" benches/compare/shuffle.rs

# The fastest of the rounds, in microseconds.
fastest() {
    local best= start end i
    for ((i = 0; i < rounds; i++)); do
        start=$(date +%s%N)
        "$@" >/dev/null
        end=$(date +%s%N)
        if [ -z "$best" ] || [ $(((end - start) / 1000)) -lt "$best" ]; then best=$(((end - start) / 1000)); fi
    done
    echo "$best"
}
peak() { # KiB
    if [ -x /usr/bin/time ]; then /usr/bin/time -f %M "$@" 2>&1 >/dev/null | tail -1; else echo "?"; fi
}

printf '### Goldfish, 12 turns, %s games, one thread unless said\n\n' "$games"
printf '| program | games a second | against the baseline | 2 threads | peak KiB at a tenth, whole |\n| --- | ---: | ---: | ---: | ---: |\n'
base=$(fastest "$work/shuffle" "$games" 60 12 1)
base2=$(fastest "$work/shuffle" "$games" 60 12 2)
printf '| shuffle, deal and count | %d | 1.00 | %s | |\n' $((games * 1000000 / base)) "$(awk "BEGIN { printf \"%.2f\", $base / $base2 }")"
for game in cards/*/; do
    game=$(basename "$game")
    deck=$(ls decks/"$game"/* | head -1)
    run=("$lint" goldfish "$deck" --turns 12 --first)
    one=$(fastest "${run[@]}" --games "$games" -j 1)
    two=$(fastest "${run[@]}" --games "$games" -j 2)
    memory="$(peak "${run[@]}" --games $((games / 10)) -j 1), $(peak "${run[@]}" --games "$games" -j 1)"
    printf '| %s | %d | %s | %s | %s |\n' "$game" $((games * 1000000 / one)) \
        "$(awk "BEGIN { printf \"%.2f\", $base / $one }")" "$(awk "BEGIN { printf \"%.2f\", $one / $two }")" "$memory"
done
