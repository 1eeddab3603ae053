#!/usr/bin/env python3
"""Mutation testing with one build: the mutants of cargo-mutants, all in one program, chosen at run time.

    scripts/mutants.py build DIR SHARE...   SHARE: src/rules/**=8, every eighth mutant of src/rules
    scripts/mutants.py trace DIR            which test reaches which mutant, and how long each test takes
    scripts/mutants.py run DIR [--slow S] [--again] [--jobs N]
                                            every mutant against the tests that reach it and take up to S seconds (3);
                                            goes on where it stopped; --again: the survivors against slower ones; N at a time (1)
    scripts/mutants.py show DIR             the score of each part, and what survived

DIR gets a copy of the sources in which each function with mutants is a `match` over its variants; cargo builds it into
DIR/target, or CARGO_TARGET_DIR. After a change of sources or tests all steps are done anew. cargo-mutants itself builds once
for each mutant: exact, but a minute each.
"""
import collections
import contextlib
import json
import os
import pathlib
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SWITCH = '''
/// Which mutant is on: see scripts/mutants.py.
#[doc(hidden)]
pub mod mutant {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};
    static ON: OnceLock<usize> = OnceLock::new();
    static TRACE: OnceLock<Option<std::ffi::OsString>> = OnceLock::new();
    static SEEN: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

    /// The number of the mutant that is on, if it is one of the function that asks.
    #[must_use]
    pub fn on(first: usize) -> usize {
        let trace = TRACE.get_or_init(|| std::env::var_os("MUTANT_TRACE"));
        if let Some(path) = trace && !SEEN[first].swap(true, Ordering::Relaxed) {
            use std::io::Write;
            let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
            let _ = file.and_then(|mut f| f.write_all(format!("{first}\\n").as_bytes()));
        }
        *ON.get_or_init(|| std::env::var("MUTANT").ok().and_then(|m| m.parse().ok()).unwrap_or(usize::MAX))
    }
}
'''


def offset(starts, place):
    return starts[place["line"] - 1] + place["column"] - 1


def spans(text, mutant):
    starts = [0] + [m.end() for m in re.finditer("\n", text)]
    whole = mutant["function"]["span"]
    cut = lambda s: (offset(starts, s["start"]), offset(starts, s["end"]))
    return cut(whole), cut(mutant["span"])


def body(text, whole, name):
    """Where the body's braces are; None for a function that cannot be switched."""
    pattern = re.compile(r"\bfn\s+" + re.escape(name.split("::")[-1]) + r"\b")
    before = lambda m: text[text.rfind("\n", 0, m.start()) + 1:m.start()].split()
    head = next((m for m in pattern.finditer(text, *whole) if before(m)[:1] not in (["//"], ["///"])), None)
    if not head or "const" in before(head):
        return None
    depth = 0
    for at in range(head.end(), whole[1]):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text[at], 0)
        if text[at] == "{" and depth == 0:
            return None if "-> impl" in text[head.end():at] else (at, whole[1] - 1)
    return None


def listed(shares):
    found = []
    for share in shares:
        glob, of = share.split("=")
        command = ["cargo", "mutants", "--list", "--json", "--file", glob, "--shard", f"0/{of}", "--sharding", "round-robin"]
        some = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
        found += [dict(m, share=glob) for m in some]
    return [dict(m, id=n) for n, m in enumerate(found)]


def write(mutants, copy):
    """The copy's sources with all mutants in them; gives the line ranges of each arm, for the compiler's complaints."""
    arms = {}
    by_file = collections.defaultdict(list)
    for m in mutants:
        by_file[m["file"]].append(m)
    for file, group in by_file.items():
        text = (ROOT / file).read_text()
        outer = []
        functions = {spans(text, m)[0]: m["function"]["function_name"] for m in group}
        for whole in sorted(functions, key=lambda s: (s[0], -s[1])):
            if not outer or whole[0] >= outer[-1][1]:
                outer.append(whole)
        for whole in reversed(outer):
            start, end = body(text, whole, functions[whole])
            own = [m for m in group if whole[0] <= spans(text, m)[0][0] < whole[1]]
            own = [m for m in own if m["state"] == "on"]
            if not own:
                continue
            parts = [text[:start], "{\nmatch crate::mutant::on(%d) {\n" % own[0]["id"]]
            for m in own:
                a, b = spans(text, m)[1]
                m["first"] = own[0]["id"]
                parts.append("/*arm %d*/ %d => %s%s%s }\n" % (m["id"], m["id"], text[start:a], m["replacement"], text[b:end]))
            parts.append("/*arm %d*/ _ => %s }\n}\n" % (~own[0]["id"], text[start:end]))
            text = "".join(parts) + text[end:]
        (copy / file).write_text(text)
        lines = text.split("\n")
        marks = [(n + 1, int(k)) for n, line in enumerate(lines) for k in re.findall(r"/\*arm (-?\d+)\*/", line)]
        ends = [n for n, _ in marks[1:]] + [len(lines) + 1]
        arms[file] = [(n, e, k) for (n, k), e in zip(marks, ends)]
    return arms


def build(work, shares):
    copy = work / "tree"
    shutil.rmtree(copy, ignore_errors=True)
    for old in ("tests.json", "results.json"):
        (work / old).unlink(missing_ok=True)
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("target", ".git", "mutants.out*"), symlinks=True)
    mutants = listed(shares)
    for m in mutants:
        text = (ROOT / m["file"]).read_text()
        switchable = m["function"] and body(text, spans(text, m)[0], m["function"]["function_name"])
        m["state"] = "on" if switchable else "apart"
    kept = [m for m in mutants if m["state"] == "on"]
    with (copy / "Cargo.toml").open("a") as manifest:
        manifest.write("\n[profile.dev.package.decklint]\ndebug = false\n")
    lib = copy / "src/lib.rs"
    lib.write_text(lib.read_text() + SWITCH.replace("COUNT", str(len(mutants))))
    while True:
        arms = write(kept, copy)
        check = ["cargo", "check", "--lib", "--message-format", "json"]
        out = subprocess.run(check, cwd=copy, capture_output=True, text=True)
        errors = [m["message"] for m in map(json.loads, out.stdout.splitlines()) if m["reason"] == "compiler-message"]
        errors = [e for e in errors if e["level"] == "error" and e["spans"]]
        print(len(errors), "errors", flush=True)
        if out.returncode == 0:
            break
        gone = set()
        for e in errors:
            for span in (s for s in e["spans"] if s["is_primary"]):
                hit = [k for a, b, k in arms.get(span["file_name"], []) if a <= span["line_start"] < b]
                gone.update(hit or [])
                if not hit:
                    sys.exit("an error outside all mutants:\n" + e["rendered"])
        for m in kept:
            if m["state"] == "on" and m["id"] in gone:
                m["state"] = "unviable"
            elif m["state"] == "on" and ~m["first"] in gone:
                m["state"] = "apart"
        if not gone:
            sys.exit(out.stderr)
    save(work, "mutants", mutants)
    print(collections.Counter(m["state"] for m in mutants))


def save(work, name, data):
    (work / f"{name}.json").write_text(json.dumps(data))


def load(work, name):
    return json.loads((work / f"{name}.json").read_text())


def end(child, mark):
    """Ends a program and all that it began, also what has a session of its own: it has the same mark in its environment."""
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)
    for place in pathlib.Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if f"MUTANT_RUN={mark}".encode() in place.read_bytes().split(b"\0"):
                os.kill(int(place.parent.name), signal.SIGKILL)


def execute(command, copy, seconds, **env):
    """(the first test that failed, exit code or None after too long); nothing that it began goes on behind it."""
    quiet = dict(PROPTEST_CASES="32", PROPTEST_DISABLE_FAILURE_PERSISTENCE="1", INSTA_UPDATE="no",
                 DECKLINT_NAIVE="300", CARGO_MANIFEST_DIR=str(copy))
    mark = f"{os.getpid()} {time.monotonic_ns()}"
    child = subprocess.Popen(command, cwd=copy, env=dict(os.environ, MUTANT_RUN=mark, **quiet, **env), stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True, errors="replace", start_new_session=True)
    late = threading.Event()
    timer = threading.Timer(seconds, lambda: (late.set(), end(child, mark)))
    timer.start()
    failed = None
    for line in child.stdout:
        if found := re.match(r"test (.*) \.\.\. FAILED$", line):
            failed = found[1]
            break
    timer.cancel()
    if not failed:
        child.wait()
    end(child, mark)
    return failed, None if late.is_set() else child.wait()


def trace(work):
    copy = work / "tree"
    command = ["cargo", "test", "--no-run", "--message-format", "json", "--lib", "--test", "it"]
    out = subprocess.run(command, cwd=copy, check=True, capture_output=True, text=True).stdout
    programs = [m["executable"] for m in map(json.loads, out.splitlines()) if m.get("executable") and m["profile"]["test"]]
    tests = load(work, "tests") if (work / "tests.json").exists() else []
    known = {(t["program"], t["name"]) for t in tests}
    for program in programs:
        names = subprocess.run([program, "--list", "--format", "terse"], cwd=copy, capture_output=True, text=True).stdout
        for name in re.findall(r"^(.*): test$", names, re.M):
            if (program, name) in known:
                continue
            log = work / "reached"
            log.unlink(missing_ok=True)
            start = time.time()
            failed, code = execute([program, "--exact", name], copy, 60, MUTANT_TRACE=str(log))
            reached = sorted({int(n) for n in log.read_text().split()}) if log.exists() else []
            tests.append(dict(program=program, name=name, seconds=time.time() - start, reached=reached))
            if code != 0:
                print("left out, it fails or is slow without a mutant:", name, flush=True)
                tests.pop()
        save(work, "tests", tests)
    print(len(tests), "tests")


def verdict(mutant, tests, copy, limit, kills, tried):
    """(killed / timeout / survived / unreached, by what, by tests of how many seconds): the tests that killed most so far
    first, then the quickest; none that takes only as long as those that were tried before."""
    killed = lambda t: (kills[t["name"]] + 9 * kills[mutant["file"], t["name"]]) / max(t["seconds"], 0.2)
    tests = [t for t in tests if mutant["first"] in t["reached"]]
    tests.sort(key=lambda t: (-killed(t), t["seconds"]))
    if not tests:
        return "unreached", "", limit
    tests = [t for t in tests if tried < t["seconds"] <= limit]
    at, budget = 0, 0.5
    while at < len(tests):
        batch, total = [], 0
        while at < len(tests) and (not batch or total + tests[at]["seconds"] < budget):
            total += tests[at]["seconds"]
            batch.append(tests[at])
            at += 1
        budget *= 3
        for program in sorted({t["program"] for t in batch}):
            names = [t["name"] for t in batch if t["program"] == program]
            command = [program, "--exact", "--test-threads", "2", *names]
            failed, code = execute(command, copy, 5 + 6 * total, MUTANT=str(mutant["id"]))
            if code != 0:
                return "timeout" if code is None else "killed", failed or names[0] + " …", limit
    return "survived", f"{len(tests)} tests", limit


def run(work, limit, again, jobs):
    mutants, tests = load(work, "mutants"), load(work, "tests")
    for t in tests:
        t["reached"] = set(t["reached"])
    done = load(work, "results") if (work / "results.json").exists() else {}
    kills = collections.Counter()

    def count(m, word, by, _=None):
        if word == "killed":
            kills.update([by, (m["file"], by)])

    for m in mutants:
        count(m, *done.get(str(m["id"]), ["new", ""]))
    left = queue.SimpleQueue()
    # The golden ratio spreads any beginning of the run over all files.
    for m in sorted(mutants, key=lambda m: m["id"] * 0.618034 % 1):
        if m["state"] == "on" and done.get(str(m["id"]), ["new"])[0] in ["new", *again]:
            left.put(m)
    lock = threading.Lock()

    def work_off():
        with contextlib.suppress(queue.Empty):
            while m := left.get_nowait():
                start = time.time()
                tried = done.get(str(m["id"]), ["", "", 0])[2]
                found = verdict(m, tests, work / "tree", limit, kills, tried)
                with lock:
                    done[str(m["id"])] = found
                    count(m, *found)
                    print(f"{time.time() - start:6.1f}s", *found, m["name"], flush=True)
                    save(work, "results", done)

    threads = [threading.Thread(target=work_off) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def show(work):
    mutants, done = load(work, "mutants"), load(work, "results")
    word = lambda m: done.get(str(m["id"]), [m["state"]])[0] if m["state"] == "on" else m["state"]
    for share in dict.fromkeys(m["share"] for m in mutants):
        print(share, dict(collections.Counter(word(m) for m in mutants if m["share"] == share)))
    for m in mutants:
        if word(m) in ("survived", "unreached", "timeout", "apart"):
            print(word(m), m["name"])


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    where = pathlib.Path(sys.argv[2]).resolve()
    where.mkdir(parents=True, exist_ok=True)
    rest = sys.argv[3:]
    option = lambda name, usual: float(rest[rest.index(name) + 1]) if name in rest else usual
    {"build": lambda: build(where, rest), "trace": lambda: trace(where), "show": lambda: show(where),
     "run": lambda: run(where, option("--slow", 3), ["survived"] if "--again" in rest else [],
                        int(option("--jobs", 1)))}[sys.argv[1]]()
