"""The deck checker that many a player writes: sizes, copies, unknown cards, nothing more.

Usage: plain.py CARDS.csv FOLDER
"""

import csv
import os
import sys


def main(pool, folder):
    cards = {}
    with open(pool, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            cards[row["code"]] = row
            cards[row["name"]] = row
    decks = bad = 0
    for path, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            decks += 1
            problems = check(cards, os.path.join(path, name))
            bad += bool(problems)
            for problem in problems:
                print(f"{os.path.join(path, name)}: {problem}")
    print(f"{decks} decks: {decks - bad} legal, {bad} illegal", file=sys.stderr)


def check(cards, path):
    problems = []
    counts = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            count, card = line.split(" ", 1)
            if card not in cards:
                problems.append(f"unknown card {card}")
                continue
            code = cards[card]["code"]
            counts[code] = counts.get(code, 0) + int(count)
    total = sum(counts.values())
    if not 40 <= total <= 60:
        problems.append(f"{total} cards")
    for code, count in counts.items():
        if count > 4:
            problems.append(f"{count} copies of {code}")
    return problems


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
