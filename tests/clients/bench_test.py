"""`trestle bench`, as a user runs it, against the server at $ENDPOINT."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import unittest

import boto3

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import CREDENTIALS, ROOT  # noqa: E402

ENDPOINT = os.environ["ENDPOINT"]
BINARY = str(os.environ.get("TRESTLE", ROOT / "build/release/trestle"))
SHORT = ["--endpoint", ENDPOINT, "--duration", "1s", "--warm-up", "200ms", "--connections", "8", "--items", "1000"]
WORKLOADS = {"get", "batchget", "query", "gsiquery", "scan", "update", "put", "delete", "transact"}


def bench(*arguments):
    return subprocess.run([BINARY, "bench", *arguments], capture_output=True, text=True, timeout=120,
                          env={**os.environ, **CREDENTIALS}, check=False)


class BenchTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = boto3.client("dynamodb", endpoint_url=ENDPOINT, region_name="us-east-1", aws_access_key_id="any",
                                  aws_secret_access_key="any")

    def measured(self, *arguments):
        ended = bench(*SHORT, "--format", "json", *arguments)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return json.loads(ended.stdout)

    def assert_no_tables_left(self):
        left = [name for name in self.client.list_tables()["TableNames"] if name.startswith("trestle-bench-")]
        self.assertEqual(left, [])

    def assert_refused(self, status, text, *arguments):
        ended = bench(*arguments)
        self.assertEqual(ended.returncode, status, ended.stderr)
        self.assertIn(text, ended.stderr)
        self.assertEqual(ended.stdout, "")
        return ended

    def test_every_workload_is_answered(self):
        result = self.measured("--mix", "everything", "--skew", "zipf")
        [endpoint] = result["endpoints"]
        [measured] = endpoint["rounds"]
        self.assertEqual(set(measured["operations"]), WORKLOADS)
        self.assertEqual(measured["total"]["errors"], {})
        total = measured["total"]["requests"]
        self.assertGreater(total, 100)
        self.assertEqual(sum(operation["requests"] for operation in measured["operations"].values()), total)
        self.assertEqual(sum(count for _, _, count in measured["total"]["histogram"]), total)
        self.assertAlmostEqual(measured["total"]["requests_per_second"], total / measured["seconds"], delta=1)
        for operation in measured["operations"].values():
            self.assertGreater(operation["p50_us"], 0)
            self.assertLessEqual(operation["p50_us"], operation["p99_us"])
            self.assertLessEqual(operation["p99_us"], operation["max_us"])
        self.assert_no_tables_left()

    def test_the_mix_is_kept(self):
        operations = self.measured("--mix", "get=3,update=1")["endpoints"][0]["rounds"][0]["operations"]
        self.assertEqual(set(operations), {"get", "update"})
        share = operations["get"]["requests"] / sum(operation["requests"] for operation in operations.values())
        self.assertAlmostEqual(share, 0.75, delta=0.05)

    def test_a_rate_is_kept(self):
        result = self.measured("--mix", "get", "--rate", "200")
        self.assertEqual(result["settings"]["rate"], 200)
        measured = result["endpoints"][0]["rounds"][0]
        self.assertAlmostEqual(measured["total"]["requests"] + measured["unsent"], 200, delta=10)

    def test_a_server_compared_with_itself(self):
        result = self.measured("--mix", "get", "--rounds", "2", "--compare", ENDPOINT)
        first, second = result["endpoints"]
        self.assertNotEqual(first["table"], second["table"])
        self.assertNotIn("ratio", first)
        self.assertGreater(second["ratio"]["operations"]["get"]["requests_per_second"], 0.1)
        self.assertEqual([len(endpoint["rounds"]) for endpoint in (first, second)], [2, 2])
        self.assert_no_tables_left()

    def test_items_have_the_size_asked_for_and_the_table_can_be_kept(self):
        self.measured("--mix", "get", "--item-bytes", "700", "--table", "bench-kept", "--keep-table")
        table = self.client.describe_table(TableName="bench-kept")["Table"]
        self.addCleanup(self.client.delete_table, TableName="bench-kept")
        self.assertEqual(table["ItemCount"], 1000)
        self.assertAlmostEqual(table["TableSizeBytes"] / 1000, 700, delta=7)
        self.assert_refused(1, "choose another name", *SHORT, "--table", "bench-kept")
        self.assertEqual(self.client.describe_table(TableName="bench-kept")["Table"]["ItemCount"], 1000)

    def test_text_for_people(self):
        ended = bench(*SHORT, "--mix", "get=1,put=1")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        for text in ("requests/s", "p99.9", "total", "latency of all requests", "█", "µs"):
            self.assertIn(text, ended.stdout)
        self.assertIn("1,000 of 1,000 items", ended.stderr)
        self.assertNotIn("\033", ended.stderr)

    def test_an_interrupted_run_reports_and_deletes_its_table(self):
        process = subprocess.Popen([BINARY, "bench", "--endpoint", ENDPOINT, "--format", "json", "--duration", "60s", "--items", "1000"],
                                   text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **CREDENTIALS})
        while "measuring" not in process.stderr.readline():
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        self.assertTrue(json.loads(output)["interrupted"])
        self.assert_no_tables_left()

    def test_mistakes_get_one_line(self):
        for text, arguments in (
                ("'fetch' is neither a workload nor a mix", ["--mix", "fetch"]),
                ("'10x' is not a duration", ["--duration", "10x"]),
                ("'steep' is not a skew", ["--skew", "steep"]),
                ("'127.0.0.1' is not an endpoint", ["--endpoint", "127.0.0.1"]),
                ("--item-bytes must be from", ["--item-bytes", "10"]),
                ("--connections must be at least --threads", ["--connections", "1", "--threads", "2"])):
            ended = self.assert_refused(2, text, *arguments)
            self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)
        self.assert_refused(2, "not a table's name", "--table", "a b")

    def test_an_endpoint_that_is_not_there(self):
        ended = self.assert_refused(1, "http://127.0.0.1:1 does not answer", "--endpoint", "http://127.0.0.1:1")
        self.assertIn("trestle serve", ended.stderr)

    def test_help_is_enough(self):
        ended = bench("--help")
        self.assertEqual(ended.returncode, 0)
        for name in WORKLOADS | {"--rate", "--compare", "Named mixes"}:
            self.assertIn(name, ended.stdout)


if __name__ == "__main__":
    unittest.main()
