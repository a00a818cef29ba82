#!/usr/bin/python3
"""Kills a server at random moments while clients write, and checks what it kept.

Several writers put, update under a condition, delete and transact on few items of a table with a
global and a local secondary index. After each kill -9 the server starts again, and then: every
acknowledged write is there, a request without an answer happened wholly or not at all, nothing
that a reader was shown is gone, and each index agrees with the items.

The seed decides the requests of each writer and the moments of the kills; how the writers meet is
up to the machine.
"""

import argparse
import pathlib
import random
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import test_expected_state  # noqa: E402
import workload  # noqa: E402
from expected_state import ExpectedState  # noqa: E402
from harness.server import Server  # noqa: E402


def main():
    arguments = parse_arguments()
    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="trestle-crash-") as folder:
        crash_test = CrashTest(arguments, folder)
        crash_test.run()
    own = check_the_checker()
    failed = len(crash_test.problems) + len(own.failures) + len(own.errors)
    print(f"crash: {crash_test.rounds + own.testsRun} passed, {failed} failed")
    return 1 if failed else 0


def check_the_checker():
    """A check that cannot fail proves nothing."""
    suite = unittest.defaultTestLoader.loadTestsFromModule(test_expected_state)
    return unittest.TextTestRunner(verbosity=0).run(suite)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", help="the server, if not the release")
    parser.add_argument("--seconds", type=float, default=20, help="when to start no further round")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--writers", type=int, default=6)
    parser.add_argument("--serve-option", action="append", default=[], help="passed to serve")
    return parser.parse_args()


class CrashTest:
    def __init__(self, arguments, folder):
        self._arguments = arguments
        self._folder = folder
        self._random = random.Random(arguments.seed)
        self._expected = ExpectedState(workload.KEYS)
        self.rounds = 0
        self.problems = []

    def run(self):
        deadline = time.monotonic() + self._arguments.seconds
        server = self._start()
        workload.create_table(workload.client_of(server.url))
        while not self.problems and (self.rounds == 0 or time.monotonic() < deadline):
            answered = self._write_until_killed(server)
            begin = time.monotonic()
            server = self._start()
            ready = time.monotonic() - begin
            self._check(server)
            self.rounds += 1
            print(f"kill {self.rounds}: {answered} answers, ready again in {ready:.2f} s", flush=True)
        server.stop()
        with self._start() as server:
            self._check(server)
        for problem in self.problems:
            print(problem)

    def _start(self):
        return Server("--data", self._folder, *self._arguments.serve_option, binary=self._arguments.binary)

    def _write_until_killed(self, server):
        """Returns how many requests were answered."""
        life = workload.Life()
        writers = [
            workload.Writer(workload.client_of(server.url), self._expected, self._random.random())
            for _ in range(self._arguments.writers)
        ]
        reader = workload.Reader(workload.client_of(server.url), self._expected, self._random.random())
        threads = [threading.Thread(target=client.run, args=[life]) for client in [*writers, reader]]
        for thread in threads:
            thread.start()
        time.sleep(self._random.uniform(0.1, 1.5))
        life.ending.set()
        server.kill()
        for thread in threads:
            thread.join()
        self.problems += [problem for writer in writers for problem in writer.problems]
        return sum(writer.answered for writer in writers)

    def _check(self, server):
        client = workload.client_of(server.url)
        items = workload.read_all(client)
        problems = self._expected.differences(items)
        problems += workload.all_index_differences(client, items)
        for key in workload.KEYS:
            if (item := workload.read_one(client, key)) != items.get(key):
                problems.append(f"{key}: the scan shows {items.get(key)}, GetItem {item}")
        self._expected.settle(items)
        self.problems += problems


if __name__ == "__main__":
    sys.exit(main())
