"""Checks a corpus of decks with Spark, through RDD.pipe: check.py DECKLINT CORPUS [PARTITIONS]

Compares the outcome with a single run: the counts by verdict and by code, and verdict and codes of every deck.
Ends with 1 if they differ. Set MASTER for another cluster than the local one.
"""
import collections
import json
import os
import subprocess
import sys
import time

from pyspark.sql import SparkSession

# --exit-zero: illegal decks are an outcome, not a failure of the task. --no-config: nothing depends on where a worker runs.
COMMAND = "check --stream --quiet --exit-zero --no-config"


def outcome(line):
    """What is said of a deck, without its number in the stream, which depends on the partition."""
    record = json.loads(line)
    codes = ",".join(sorted(f["code"] for f in record["findings"]))
    return f'{record.get("name") or "(no name)"} {record["verdict"]} {codes}'


def counts(outcomes):
    verdicts, codes = collections.Counter(), collections.Counter()
    for line in outcomes:
        # The name is all before the last two words.
        _, verdict, found = line.rsplit(" ", 2)
        verdicts[verdict] += 1
        codes.update(c for c in found.split(",") if c)
    return verdicts, codes


def with_spark(decklint, corpus, partitions):
    spark = SparkSession.builder.master(os.environ.get("MASTER", "local[*]")).appName("decklint")
    spark = spark.config("spark.ui.enabled", "false").config("spark.driver.memory", "2g").getOrCreate()
    spark.sparkContext.setLogLevel("WARN")
    lines = spark.sparkContext.textFile(corpus, partitions)
    print(f"Spark {spark.version}, {lines.getNumPartitions()} partitions")
    # checkCode: a worker on which decklint fails is an error, not a shorter result.
    out = lines.pipe(f"{decklint} {COMMAND}", checkCode=True).map(outcome).collect()
    spark.stop()
    return sorted(out)


def alone(decklint, corpus):
    with open(corpus, "rb") as decks:
        run = subprocess.Popen([decklint, *COMMAND.split()], stdin=decks, stdout=subprocess.PIPE)
        out = sorted(outcome(line) for line in run.stdout)
    if run.wait() != 0:
        sys.exit(f"decklint ended with {run.returncode}")
    return out


def timed(what, call):
    before = time.monotonic()
    out = call()
    print(f"{what}: {len(out)} decks in {time.monotonic() - before:.1f} s")
    return out


def main():
    decklint, corpus = sys.argv[1:3]
    partitions = int(sys.argv[3]) if len(sys.argv) > 3 else 8
    single = timed("a single run", lambda: alone(decklint, corpus))
    spark = timed("Spark", lambda: with_spark(decklint, corpus, partitions))
    verdicts, codes = counts(spark)
    print("verdicts:", dict(sorted(verdicts.items())))
    print("codes:", dict(sorted(codes.items())))
    if (verdicts, codes) != counts(single) or spark != single:
        sys.exit("the results differ")
    print("every deck has the same verdict and codes in both")


main()
