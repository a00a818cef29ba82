#!/usr/bin/python3
"""Counts the instructions of one lap of each benchmark under valgrind and holds them against bench/baseline.json.

usage: bench/instructions.py [--program build/release/bench/trestle_bench] [--record] [--profile] [CASE ...]
Without names: all benchmarks. A name may be the beginning of one: operation/ counts all whole operations.
--record   writes what was counted into the baseline
--profile  shows where the instructions of the named benchmarks are
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BASELINE = ROOT / "bench" / "baseline.json"
# The same code gives the same count to 0.1 %. Whole operations get more room: a write that stores one key less gives
# RocksDB's skip lists another shape, and every search in them another length.
TOLERANCE, OPERATION_TOLERANCE = 0.02, 0.05
SLACK = 10  # instructions: what a compiler may do differently in the shortest of them
# Another compiler or library moves every count; then only what is plainly slower is a finding.
FOREIGN_TOLERANCE = 0.25
# What the counts depend on beside our code. Their versions are kept with the baseline.
PACKAGES = ["libc6", "libstdc++6", "librocksdb-dev", "libsimdjson-dev", "zlib1g", "libxxhash-dev", "libfmt-dev",
            "libexpected-dev", "libbenchmark-dev", "valgrind"]
# Nothing of the caller's environment reaches the program. Its symbols are bound before the first lap. Large copies are
# made without `rep movsb`, which valgrind counts once for each byte.
ENVIRONMENT = {"PATH": os.environ.get("PATH", ""), "LD_BIND_NOW": "1", "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-ERMS"}


def output(*command):
    return subprocess.run([str(part) for part in command], check=True, text=True, capture_output=True).stdout


def laps_by_case(program):
    return {name: int(laps) for name, laps in (line.split() for line in output(program, "--list").splitlines())}


def chosen(cases, beginnings):
    return [case for case in cases if not beginnings or case.startswith(tuple(beginnings))]


def package_version(package):
    """Without Debian's own revision: its corrections do not move the counts."""
    asked = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], text=True, capture_output=True, check=False)
    return asked.stdout.rpartition("-")[0] or asked.stdout or "none"


def measured_with(program):
    """What has to be equal for counts to be comparable closely."""
    comment = output("readelf", "-p", ".comment", program)
    compilers = set(re.findall(r"GCC: \(.*\) \S+|clang version \S+", comment))
    versions = {package: package_version(package) for package in PACKAGES}
    # Libraries choose code by the processor. What valgrind shows them is one of its own making on every machine with
    # AVX2, whatever else that has, and a lesser one on the others.
    avx2 = "avx2" in pathlib.Path("/proc/cpuinfo").read_text().split()
    return {
        "machine": platform.machine() + (" with AVX2" if avx2 else ""),
        "compiler": ", ".join(sorted(re.sub(r"\(.*\) ", "", compiler) for compiler in compilers)),
        # Debian's has its assertions and test hooks; scripts/rocksdb builds it without.
        "RocksDB": "Debian's" if b"9SyncPoint" in pathlib.Path(program).read_bytes() else "built for the release",
    } | versions


def run_case(program, case, profile):
    """Runs one benchmark; valgrind's profile of its counted laps is in the file `profile`."""
    command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={profile}", program, "--count", case]
    ended = subprocess.run([str(part) for part in command], env=ENVIRONMENT, text=True, capture_output=True, check=False,
                           timeout=300)
    if ended.returncode != 0:
        raise RuntimeError(f"{case}: {' '.join(map(str, command))} failed\n{ended.stdout}{ended.stderr}")


def count(program, case, laps):
    with tempfile.TemporaryDirectory() as folder:
        profile = pathlib.Path(folder) / "profile"
        run_case(program, case, profile)
        return round(int(re.search(r"^totals: (\d+)", profile.read_text(), re.MULTILINE)[1]) / laps)


def count_all(program, cases):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(cases, pool.map(lambda case: count(program, case, cases[case]), cases)))


def show_profile(program, case, laps):
    with tempfile.TemporaryDirectory() as folder:
        profile = pathlib.Path(folder) / "profile"
        run_case(program, case, profile)
        for title, options in (("in the function itself", []), ("with what it calls", ["--inclusive=yes", "--threshold=100"])):
            print(f"{case}, {laps} laps, {title}:")
            rows = re.findall(r"^ *[\d,]+ \(.*$", output("callgrind_annotate", *options, profile), re.MULTILINE)
            print("\n".join(row[:160] for row in rows[1:31]))


def differences(recorded, here):
    """Lines that say where the baseline was made with other tools than there are here."""
    return [f"{part}: {recorded.get(part)} in the baseline, {here.get(part)} here"
            for part in sorted(recorded | here) if recorded.get(part) != here.get(part)]


def room(case, recorded, foreign):
    """By how much the count of a case may differ from the recorded one."""
    own = OPERATION_TOLERANCE if case.startswith("operation/") else TOLERANCE
    return max(recorded * (FOREIGN_TOLERANCE if foreign else own), SLACK)


def compare(recorded, counts, foreign=False):
    """Two lists of lines: what fails the check, and gains that are worth recording."""
    findings, gains = [], []
    for case, now in counts.items():
        before = recorded.get(case)
        if before is None:
            findings.append(f"{case}: {now:,} now, and no baseline; record one")
            continue
        line = f"{case}: {before:,} recorded, {now:,} now ({(now - before) / before:+.1%})"
        if now - before > room(case, before, foreign):
            findings.append(line)
        elif before - now > room(case, before, foreign):
            gains.append(f"{line}; record the gain")
    return findings, gains


def check(baseline, counts, machine, whole):
    differing = differences(baseline["measured_with"], machine)
    if differing:
        differing.append(f"so a count may be {FOREIGN_TOLERANCE:.0%} larger here")
    findings, gains = compare(baseline["instructions"], counts, foreign=bool(differing))
    passed = len(counts) - len(findings)
    if whole:
        findings += [f"{case}: recorded, but there is no such benchmark" for case in baseline["instructions"].keys() - counts.keys()]
    print("".join(f"{line}\n" for line in differing + gains + findings), end="")
    print(f"instructions: {passed} passed, {len(findings)} failed")
    return 1 if findings else 0


def record(baseline, counts, machine, whole):
    """Counts of some cases join those of the others, if these were made with the same tools."""
    kept = {} if whole else baseline["instructions"]
    if kept and baseline["measured_with"] != machine:
        print("the baseline was made with other tools: record all of it")
        return 1
    written = {"measured_with": machine, "instructions": dict(sorted((kept | counts).items()))}
    BASELINE.write_text(json.dumps(written, indent=2) + "\n")
    print(f"recorded {len(counts)}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/bench/trestle_bench")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("cases", nargs="*", metavar="CASE")
    options = parser.parse_args()

    laps = laps_by_case(options.program)
    laps = {case: laps[case] for case in chosen(laps, options.cases)}
    if options.profile:
        for case in laps:
            show_profile(options.program, case, laps[case])
        return 0
    counts = count_all(options.program, laps)
    machine = measured_with(options.program)
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {"measured_with": {}, "instructions": {}}
    if options.record:
        return record(baseline, counts, machine, whole=not options.cases)
    return check(baseline, counts, machine, whole=not options.cases)


if __name__ == "__main__":
    sys.exit(main())
