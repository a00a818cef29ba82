"""`trestle bench --system`, as a user runs it: every system, for a second, and nothing goes wrong."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import ROOT, Server  # noqa: E402

BINARY = str(os.environ.get("TRESTLE", ROOT / "build/release/trestle"))
SHORT = ["--duration", "1s", "--warm-up", "200ms", "--connections", "8"]


def bench(url, system, *arguments):
    return subprocess.run([BINARY, "bench", "--endpoint", url, "--system", system, *SHORT, *arguments],
                          capture_output=True, text=True, timeout=120, check=False)


class BenchSystemsTest(unittest.TestCase):
    def check(self, system):
        with Server("--memory", "--system", system, "--seed-demo") as server:
            ended = bench(server.url, system, "--rate", "200", "--format", "json")
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertIn("preparing", ended.stderr)
            report = json.loads(ended.stdout)
            total, operations = report["total"], report["operations"]
            self.assertEqual(total["errors"], {})
            self.assertGreater(total["requests"], 0)
            self.assertEqual(sum(one["requests"] for one in operations.values()), total["requests"])
            self.assertAlmostEqual(sum(one["rate"] for one in operations.values()), 200)
            self.assertGreater(total["p99_us"], 0)

    def test_venue(self):
        self.check("venue")

    def test_ecobid(self):
        self.check("ecobid")

    def test_todo(self):
        self.check("todo")

    def test_hotel(self):
        self.check("hotel")

    def test_glad(self):
        self.check("glad")

    def test_runs_again_at_the_models_own_rates(self):
        with Server("--memory", "--system", "venue", "--seed-demo") as server:
            for _ in range(2):
                ended = bench(server.url, "venue")
                self.assertEqual(ended.returncode, 0, ended.stderr)
                self.assertIn("asked/s", ended.stdout)
                self.assertNotIn("\nerrors\n", ended.stdout)

    def test_says_what_it_cannot_do(self):
        with Server("--memory", "--system", "venue") as server:
            ended = bench(server.url, "hotel")
            self.assertEqual(ended.returncode, 1)
            self.assertIn("does not serve hotel: start it with `trestle serve", ended.stderr)
            ended = bench(server.url, "motel")
            self.assertEqual(ended.returncode, 2)
            self.assertIn("There is no system motel", ended.stderr)
            ended = bench(server.url, "venue", "--mix", "get")
            self.assertEqual(ended.returncode, 2)
            self.assertIn("--mix", ended.stderr)


if __name__ == "__main__":
    unittest.main()
