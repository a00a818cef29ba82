#!/usr/bin/python3
"""Runs test suites and prints one total: tests/run.py unit:asan wire:release clients crash ...

Suites run one after the other; those after a `--` beside those before it, since many wait for a server most of the time.

unit:PRESET    the unit test programs of build/PRESET
wire:PRESET    the wire tests against a server of build/PRESET, in memory
fuzz           each fuzzer of build/asan over its kept corpus and for a few seconds more
clients        boto3, the AWS CLI and the AWS SDK for JavaScript against the release
crash          kill -9 under load, then compare with what was acknowledged
interrupted    kill -9 during backups, restores, backfills, expiry, snapshots …: nothing is half done afterwards
model          random writes, restarts and restores, held against a model of the database
measures       that bench/scale.py, streams.py, startup.py, stalls.py, restore.py and snapshots.py still measure, on next to nothing
embedding      a program outside the tree, built against an installed release
instructions   what the release executes for each benchmark, against bench/baseline.json
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from harness.server import CREDENTIALS, Server  # noqa: E402

ENVIRONMENT = {**os.environ, **CREDENTIALS, "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0",
               "UBSAN_OPTIONS": "print_stacktrace=1",
               "TSAN_OPTIONS": f"suppressions={ROOT}/tools/tsan-suppressions.txt halt_on_error=1"}


def run(command, **more):
    return subprocess.run([str(part) for part in command], env={**ENVIRONMENT, **more}, text=True, cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)


def unit_program(program):
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        ended = run([program, "--gtest_brief=1", f"--gtest_output=json:{report.name}"])
        try:
            totals = json.loads(pathlib.Path(report.name).read_text())
            failed, passed = totals["failures"], totals["tests"] - totals["failures"]
        except ValueError:  # it crashed before it could report
            failed, passed = 1, 0
    if ended.returncode != 0:
        failed = max(failed, 1)
        print(ended.stdout[-20000:])
    return passed, failed


def unit(preset):
    programs = sorted((ROOT / "build" / preset / "src").glob("*_test"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(unit_program, programs))
    return sum(passed for passed, _ in results), sum(failed for _, failed in results)


def counted(ended, pattern):
    """(passed, failed) from a runner's last line of that form; its whole output where something failed."""
    found = re.findall(pattern, ended.stdout)
    passed, failed = map(int, found[-1]) if found else (0, 1)
    if ended.returncode != 0:
        failed = max(failed, 1)
        print(ended.stdout[-20000:])
    return passed, failed


def wire(preset):
    binary = ROOT / "build" / preset / "trestle"
    with Server("--memory", binary=binary) as server, Server("--memory", "--clock=manual", binary=binary) as timed:
        ended = run(["tests/wire/run.py", "--endpoint", server.url, "--clock-endpoint", timed.url])
    return counted(ended, r"wire: (\d+) passed, (\d+) failed")


def fuzz(seconds="6"):
    passed = failed = 0
    for program in sorted((ROOT / "build/asan/fuzz").glob("*_fuzz")):
        corpus = ROOT / "fuzz/corpus" / program.name.removesuffix("_fuzz")
        with tempfile.TemporaryDirectory() as found:
            ended = run([program, found, corpus, f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=4096",
                         f"-artifact_prefix={found}/"])
        passed, failed = (passed + 1, failed) if ended.returncode == 0 else (passed, failed + 1)
        if ended.returncode != 0:
            print(ended.stdout[-8000:])
    return passed, failed


def clients(_=None):
    passed = failed = 0
    with Server("--memory") as server:
        for path in sorted((ROOT / "tests/clients").glob("*_test.py")):
            ended = run(["/usr/bin/python3", "-W", "ignore", "-m", "unittest", "-q", f"tests/clients/{path.name}"], ENDPOINT=server.url)
            ran = int((re.findall(r"Ran (\d+) test", ended.stdout) or ["0"])[-1])
            bad = sum(map(int, re.findall(r"(?:failures|errors)=(\d+)", ended.stdout)))
            if ended.returncode != 0:
                bad = max(bad, 1)
                print(ended.stdout[-20000:])
            passed, failed = passed + max(ran - bad, 0), failed + bad
        scripts = sorted((ROOT / "tests/clients").glob("*.test.mjs"))
        ended = run(["node", "--test", "--test-reporter=tap", *scripts], ENDPOINT=server.url)
        good = int((re.findall(r"# pass (\d+)", ended.stdout) or ["0"])[-1])
        bad = int((re.findall(r"# fail (\d+)", ended.stdout) or ["1"])[-1])
        if ended.returncode != 0:
            print(ended.stdout[-20000:])
    return passed + good, failed + bad


def crash(seconds="20"):
    ended = run(["tests/crash/crash_test.py", "--seconds", seconds])
    return counted(ended, r"crash: (\d+) passed, (\d+) failed")


def interrupted(seconds="25"):
    ended = run(["tests/crash/interrupted_test.py", "--seconds", seconds])
    return counted(ended, r"interrupted: (\d+) passed, (\d+) failed")


def model(seconds="25"):
    ended = run(["tests/model/model_test.py", "--seconds", seconds])
    return counted(ended, r"model: (\d+) passed, (\d+) failed")


def instructions(_=None):
    tested = run(["/usr/bin/python3", "-W", "ignore", "-m", "unittest", "-q", "bench/instructions_test.py"])
    ended = run(["bench/instructions.py"])
    passed, failed = counted(ended, r"instructions: (\d+) passed, (\d+) failed")
    if ended.returncode == 0:
        print("".join(f"    {line}\n" for line in ended.stdout.splitlines()[:-1]), end="")  # gains
    if tested.returncode != 0:
        print(tested.stdout[-8000:])
    return passed + (tested.returncode == 0), failed + (tested.returncode != 0)


def embedding(build="build/release"):
    return counted(run(["tests/embedding/run.py", build]), r"embedding: (\d+) passed, (\d+) failed")


def measures(_=None):
    commands = [["bench/scale.py", "--scale", "small"], ["bench/stalls.py", "--seconds", "0.5", "--requests", "1000"],
                ["bench/streams.py", "--records", "2000", "--seconds", "0.3"],
                ["bench/startup.py", "--gigabytes", "0.002", "--rounds", "1", "--log-items", "500", "--idle", "0.1"],
                ["bench/restore.py", "--items", "500", "--rounds", "1", "--seconds", "0.2"],
                ["bench/snapshots.py", "--items", "500", "--rounds", "2"],
                ["build/release/bench/model_check_bench", *sorted((ROOT / "src/systems").glob("*/*.trestle.toml"))]]
    ended = [run(command) for command in commands]
    print("".join(each.stdout for each in ended if each.returncode != 0)[-8000:], end="")
    failed = sum(each.returncode != 0 for each in ended)
    return len(commands) - failed, failed


SUITES = {"unit": unit, "wire": wire, "fuzz": fuzz, "clients": clients, "crash": crash, "instructions": instructions,
          "embedding": embedding, "measures": measures, "interrupted": interrupted, "model": model}


def lanes(names):
    """The suites, one list for each lane."""
    text = "\n".join(names)
    return [lane.split("\n") for lane in re.split(r"(?:^|\n)--(?:\n|$)", text) if lane]


def run_suite(name):
    suite, _, argument = name.partition(":")
    begin = time.monotonic()
    try:
        passed, failed = SUITES[suite](*([argument] if argument else []))
    except Exception:  # the other suites are still worth running
        traceback.print_exc()
        passed, failed = 0, 1
    if passed + failed == 0:
        failed = 1  # a suite that ran nothing did not pass
    print(f"  {name:<16} {passed:>5} passed {failed:>4} failed  {time.monotonic() - begin:6.1f} s", flush=True)
    return passed, failed


def main():
    os.environ.update(ENVIRONMENT)
    beside = lanes(sys.argv[1:])
    with concurrent.futures.ThreadPoolExecutor(max(len(beside), 1)) as pool:
        done = [total for lane in pool.map(lambda lane: [run_suite(name) for name in lane], beside) for total in lane]
    total_passed, total_failed = sum(passed for passed, _ in done), sum(failed for _, failed in done)
    print(f"{total_passed} passed, {total_failed} failed")
    return 1 if total_failed else 0


if __name__ == "__main__":
    sys.exit(main())
