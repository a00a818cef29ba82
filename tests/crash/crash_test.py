#!/usr/bin/python3
"""Kills a server at random moments while many clients write, and checks what it kept.

Writers on 64 connections put, update under a condition, delete, batch and transact on the items of a
table with a global and a local secondary index, and on a few counters that all of them share; readers
look on. A kill -9 ends the server, and in two of three lives the power fails as well: the folder goes
back to what was synced, or to that and some of what was not. Then the server starts again, and: every
acknowledged write is there, a request without an answer happened wholly or not at all, nothing that a
reader was shown is gone, each index agrees with the items, and so do the counts of DescribeTable.

With --durability=relaxed a power cut does take acknowledged writes. That this is noticed proves that
the cut is one.

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
import crash_table  # noqa: E402
import test_expected_state  # noqa: E402
import test_power_cut  # noqa: E402
import workload  # noqa: E402
from expected_state import ExpectedState  # noqa: E402
from harness.dynamo import Client  # noqa: E402
from harness.server import Server  # noqa: E402
from power_cut import Kept, Shadow, cut_power, library_of  # noqa: E402
from shared_counters import SharedCounters  # noqa: E402

LONGEST_SYNC = 3000  # microseconds added to a sync, so that more is unsynced at the end


def main():
    arguments = parse_arguments()
    print(f"seed {arguments.seed}", flush=True)
    own = check_the_checker(arguments)
    passed, problems = own.testsRun, len(own.failures) + len(own.errors)
    for run in [strict_lives, relaxed_lives] if arguments.cuts else [strict_lives]:
        with tempfile.TemporaryDirectory(prefix="trestle-crash-", dir=arguments.folder) as parent:
            lives, found = run(arguments, pathlib.Path(parent) / "data")
        print(*found[:50], sep="\n", end="\n" if found else "", flush=True)
        passed, problems = passed + lives, problems + len(found)
    print(f"crash: {passed} passed, {problems} failed")
    return 1 if problems else 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", help="the server, if not the release")
    parser.add_argument("--seconds", type=float, default=20, help="when to start no further life")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--writers", type=int, default=64)
    parser.add_argument("--readers", type=int, default=8)
    parser.add_argument("--folder", help="where the data folder is made, if not where temporary files are")
    parser.add_argument("--no-cuts", dest="cuts", action="store_false", help="kill only; for sanitized servers")
    parser.add_argument("--serve-option", action="append", default=[], help="passed to serve")
    return parser.parse_args()


def check_the_checker(arguments):
    """A check that cannot fail proves nothing."""
    load = unittest.defaultTestLoader.loadTestsFromModule
    suite = unittest.TestSuite([load(test_expected_state)])
    if arguments.cuts:
        test_power_cut.LIBRARY = library_of(arguments.binary)
        suite.addTest(load(test_power_cut))
    return unittest.TextTestRunner(verbosity=0).run(suite)


def strict_lives(arguments, folder):
    """(how many lives, problems): nothing is ever lost."""
    lives = Lives(arguments, folder)
    deadline = time.monotonic() + arguments.seconds
    ends = [None, Kept.SYNCED, Kept.SOME] if arguments.cuts else [None]
    while not lives.problems and (lives.count == 0 or time.monotonic() < deadline):
        lives.live_and_die(ends[lives.count % len(ends)], heavy=lives.count % 5 == 4)
        lives.problems += lives.losses()
    lives.stop()
    lives.problems += lives.losses_of_a_clean_stop()
    return lives.count, lives.problems


def relaxed_lives(arguments, folder):
    """(1, problems): acknowledged writes are lost, and that is noticed, but nothing is torn."""
    lives = Lives(arguments, folder, "--durability=relaxed")
    lost = []
    while not lost and not lives.problems and lives.count < 10:
        lives.live_and_die(Kept.SYNCED)
        lost = lives.losses()
    lives.stop()
    print(f"relaxed: power cuts broke {len(lost)} promises in {lives.count} lives", flush=True)
    return 1, lives.problems + ([] if lost else ["a cut of a relaxed server's power lost nothing"])


class Lives:
    """A folder, the servers that ran on it one after the other, and what their clients were promised."""

    def __init__(self, arguments, folder, *options):
        self._arguments = arguments
        self._folder = folder
        self._options = [*arguments.serve_option, *options]
        self._random = random.Random(arguments.seed)
        self._expected = ExpectedState(crash_table.KEYS)
        self._counters = SharedCounters()
        folder.mkdir()
        self._shadow = Shadow(folder, library_of(arguments.binary), LONGEST_SYNC) if arguments.cuts else None
        self.count = 0
        self.problems = []
        self._start()
        client = Client(self._server.url)
        crash_table.create_table(client)
        self._counters.create_table(client)
        time.sleep(0.5)  # until the tables are active

    def live_and_die(self, cut, heavy=False):
        """Writes until the server is killed, cuts the power if `cut` says what is kept, starts the next."""
        self.count += 1
        answered = self._write_until_killed(heavy)
        lost = cut_power(self._shadow, cut, self._random) if cut else 0
        begin = time.monotonic()
        self._start()
        ready = time.monotonic() - begin
        end = f"power cut, {lost} bytes lost" if cut else "kill"
        print(f"life {self.count}: {answered} answers, {end}, ready again in {ready:.2f} s", flush=True)

    def losses(self):
        """One line for each broken promise; what is there is what counts from now on.

        Contradictions in what is there are problems whatever was promised.
        """
        client = Client(self._server.url)
        items = crash_table.read_all(client)
        self.problems += crash_table.contradictions(client, items) + self._counters.contradictions(client)
        found = self._expected.differences(items) + self._counters.differences(client)
        self._expected.settle(items)
        self._counters.settle(client)
        return found

    def stop(self):
        self._server.stop()

    def losses_of_a_clean_stop(self):
        self._start()
        with self._server:
            return self.losses()

    def _start(self):
        self._server = Server("--data", str(self._folder), *self._options, binary=self._arguments.binary,
                              environment=self._shadow.environment if self._shadow else None)

    def _write_until_killed(self, heavy):
        """Returns how many requests were answered."""
        life = workload.Life()
        shared = (self._expected, self._counters)
        writers = [
            workload.Writer(Client(self._server.url), *shared, self._random.random(), heavy)
            for _ in range(self._arguments.writers)
        ]
        readers = [
            workload.Reader(Client(self._server.url), *shared, self._random.random())
            for _ in range(self._arguments.readers)
        ]
        threads = [threading.Thread(target=client.run, args=[life]) for client in writers + readers]
        for thread in threads:
            thread.start()
        time.sleep(self._random.uniform(0.1, 1.2) * (3 if heavy else 1))
        life.ending.set()
        self._server.kill()
        for thread in threads:
            thread.join()
        self.problems += [problem for client in writers + readers for problem in client.problems]
        return sum(writer.answered for writer in writers)


if __name__ == "__main__":
    sys.exit(main())
