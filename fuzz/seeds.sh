#!/usr/bin/env bash
# Writes the seeds of every fuzz target, made of the repository's own fixtures: fuzz/seeds.sh [FOLDER]
# The first byte of a seed is a letter that chooses the game (and the format); src/lib.rs takes it apart.
set -eu
cd "$(dirname "$0")/.."
out=${1:-fuzz/corpus}
games=(barrenia breakrift parallel scales tuna)

# seed TARGET NUMBER: what stands on standard input, behind the letter of that number.
seed() {
  local file
  mkdir -p "$out/$1"
  file=$(mktemp "$out/$1/.new-XXXXXX")
  { printf "\\x$(printf %x $((97 + $2)))"; cat; } >"$file"
  mv "$file" "$out/$1/$(cksum <"$file" | cut -d' ' -f1)"
}

for file in tests/formats/*; do seed deck 0 <"$file"; done
for number in "${!games[@]}"; do
  game=${games[$number]}
  cards=cards/$game
  for file in decks/"$game"/*; do seed deck "$number" <"$file"; done
  # The first rows of a pool as CSV, and by hand as YAML and JSON.
  head -12 "$cards/cards.csv" | seed pool "$number"
  name=$(sed -n 2p "$cards/cards.csv" | cut -d, -f2)
  printf -- '- {code: "00000001", name: %s, type: Soldier, same_as: "art:1"}\n' "$name" | seed pool $((number + 5))
  printf '[{"code": "00000001", "name": "%s", "cost": 3, "x": [1, null]}]\n' "$name" | seed pool $((number + 10))
  { cat "$cards/game.yaml"; echo =====; cat "$cards/rules.yaml"; } | seed game "$number"
  for file in "$cards"/layers/* "$cards"/policies/*; do
    [ -f "$file" ] || continue
    case $file in */layers/*) seed layer "$number" <"$file" ;; *) seed policy "$number" <"$file" ;; esac
  done
done
printf 'layer: demo\nabout: a\nban: [{card: "Rust Lancer", because: r}]\nrules:\n  BAR001: {max: 50}\nsetup: {life: 9}\n' | seed layer 0
printf 'name: p\nprefer:\n  - {do: [play, attack], card: "type:Unit", if: "turn >= 2", note: x}\notherwise: random\n' | seed policy 2
# Abilities of cards; goals and terms like those of the documents.
for number in "${!games[@]}"; do
  grep -hoE '(played|turn-end|turn-start|destroyed|start|arts)[a-z0-9 ]*: [^,"]+' "cards/${games[$number]}/cards.csv" | awk 'NR % 5 == 1' |
    while IFS= read -r line; do printf %s "$line" | seed ability "$number"; done
done
for goal in 'hand has type:Soldier size<=2' 'x: board has 3 type:Equipment of one theme by turn 2' 'life <= 3 at turn 4' won; do
  for number in 0 1 4; do printf %s "$goal" | seed goal "$number"; done
done
for terms in 'type:Soldier size<=3 -territories:"Hive Union" text~/draw/ lancer' 'cost>=2' 'name=Imp' '-type:Token parallel:Universal,Shroud'; do
  for number in 0 1 2; do printf %s "$terms" | seed terms "$number"; done
done
