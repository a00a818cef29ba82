"""`trestle cdc`: the lake as DuckDB reads it is the table, over kills of the follower; in a folder and on an S3 server."""

import http.client
import http.server
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request

import boto3

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.dynamo import Client  # noqa: E402
from harness.server import CREDENTIALS, ROOT, Server  # noqa: E402

BINARY = str(os.environ.get("TRESTLE", ROOT / "build/release/trestle"))
NODE_MODULES = ROOT / "tests/clients/node_modules"
COLUMNS = ("{event: 'VARCHAR', sequence: 'VARCHAR', time: 'TIMESTAMP', expired: 'BOOLEAN', keys: 'JSON', "
           "new_image: 'JSON', old_image: 'JSON'}")
STREAM = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}


def create(client, name, **more):
    client.call("CreateTable", {"TableName": name, "BillingMode": "PAY_PER_REQUEST",
                                "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
                                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}], **more})


def scan_all(client, table):
    items, request = [], {"TableName": table, "ConsistentRead": True}
    while True:
        page = client.call("Scan", request)
        items += page["Items"]
        if "LastEvaluatedKey" not in page:
            return items
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def scan(client, table):
    """The items by their keys."""
    return {json.dumps({"id": item["id"]}): item for item in scan_all(client, table)}


def command(server, table, lake, *arguments):
    return [BINARY, "cdc", "--endpoint", server.url, "--table", table, "--to", str(lake), *arguments]


def run(server, table, lake, *arguments, **environment):
    return subprocess.run(command(server, table, lake, *arguments), capture_output=True, text=True, timeout=120, check=False,
                          env={**os.environ, **CREDENTIALS, **environment})


def start(server, table, lake, *arguments, **environment):
    return subprocess.Popen(command(server, table, lake, *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env={**os.environ, **CREDENTIALS, **environment})


def duckdb(*statements):
    ended = subprocess.run(["node", ROOT / "tests/clients/lake_query.mjs"], input=";".join(statements), text=True,
                           capture_output=True, timeout=120, check=False)
    if ended.returncode != 0:
        raise AssertionError(ended.stderr)
    return json.loads(ended.stdout)


def from_lake(lake, query):
    """The answer to a query over `changes`: the files that the manifest names."""
    return duckdb(
        f"SET VARIABLE files = (SELECT list('{lake}/' || file.path) FROM "
        f"(SELECT unnest(files) AS file FROM read_json('{lake}/_manifest.json')))",
        f"CREATE VIEW changes AS SELECT * FROM read_json(getvariable('files'), columns = {COLUMNS}, hive_partitioning = true)",
        query)


def states(lake, moments):
    """The table at each of these times."""
    times = ", ".join(f"('{moment}'::TIMESTAMP, {place})" for place, moment in enumerate(moments))
    rows = from_lake(lake, f"SELECT place, keys, new_image FROM changes JOIN (VALUES {times}) AS moments(moment, place) ON time <= moment "
                           "QUALIFY row_number() OVER (PARTITION BY place, keys ORDER BY sequence DESC) = 1")
    found = [{} for _ in moments]
    for row in rows:
        if row["new_image"] is not None:
            found[row["place"]][json.dumps(json.loads(row["keys"]))] = json.loads(row["new_image"])
    return found


def state(lake):
    return states(lake, ["9999-12-31"])[0]


def plain(value):
    """An attribute value as plain JSON has it."""
    (kind, inner), = value.items()
    if kind == "M":
        return {name: plain(each) for name, each in inner.items()}
    if kind == "L":
        return [plain(each) for each in inner]
    if kind == "NS":
        return [json.loads(each) for each in inner]
    return {"N": lambda: json.loads(inner), "NULL": lambda: None}.get(kind, lambda: inner)()


class Writer(threading.Thread):
    """Puts and deletes until it is stopped; each write changes something and is a value of its own."""

    def __init__(self, server, table):
        super().__init__()
        self.server, self.table, self.stopping, self.values, self.removed = server, table, threading.Event(), set(), 0

    def run(self):
        client, choose, known = Client(self.server.url), random.Random(7), set()
        while not self.stopping.is_set():
            key = f"key-{choose.randrange(60)}"
            if key in known and choose.random() < 0.3:
                client.call("DeleteItem", {"TableName": self.table, "Key": {"id": {"S": key}}})
                known.remove(key)
                self.removed += 1
                continue
            value = str(len(self.values))
            client.call("PutItem", {"TableName": self.table, "Item": {
                "id": {"S": key}, "value": {"N": value}, "EntityType": {"S": f"Kind {int(value) % 3}"}, "text": {"S": "é\n\"" * 9}}})
            known.add(key)
            self.values.add(value)

    def stop(self):
        self.stopping.set()
        self.join()


def commits(lake):
    """How many times the lake has been committed to."""
    try:
        return json.loads((lake / "_manifest.json").read_text())["commit"]
    except FileNotFoundError:
        return 0


class Between(http.server.ThreadingHTTPServer):
    """Stands before an S3 server and hands it whole requests, since s3rver keeps half of an object whose writer dies. Kills a
    follower at the write that it is told: before it is done, or when it is done and not yet answered. With `conditional` it holds
    conditions, as S3 does and s3rver does not."""

    def __init__(self, port, conditional=False):
        super().__init__(("127.0.0.1", 0), Relay)
        self.conditional, self.writing = conditional, threading.Lock()
        self.store, self.lock, self.follower, self.writes_left, self.done_first = port, threading.Lock(), None, 0, False
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def doom(self, writes, done_first, begin):
        with self.lock:
            self.follower, self.writes_left, self.done_first = begin(), writes, done_first
        return self.follower

    def is_the_last(self):
        with self.lock:
            self.writes_left -= 1
            return self.writes_left == 0

    def close(self):
        self.shutdown()
        self.server_close()


class Relay(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def relay(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        is_last = self.command != "GET" and self.server.is_the_last()
        if is_last and not self.server.done_first:
            self.server.follower.kill()
            self.close_connection = True
            return
        if self.server.conditional and self.command == "PUT":
            with self.server.writing:
                status, headers, data = (412, [], b"") if self.is_refused() else self.from_store(self.command, body)
        else:
            status, headers, data = self.from_store(self.command, body)
        if is_last:
            self.server.follower.kill()
            self.close_connection = True
            return
        self.send_response(status)
        for name, value in headers:
            if name.lower() not in ("connection", "keep-alive", "transfer-encoding", "content-length"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def from_store(self, method, body=b"", headers=None):
        store = http.client.HTTPConnection("127.0.0.1", self.server.store, timeout=60)
        store.request(method, self.path, body, dict(self.headers) if headers is None else headers)
        reply = store.getresponse()
        data = reply.read()
        store.close()
        return reply.status, reply.getheaders(), data

    def is_refused(self):
        """Whether the object that is there is not the one of the condition."""
        status, headers, _ = self.from_store("HEAD", headers={})
        tag = {name.lower(): value for name, value in headers}.get("etag") if status == 200 else None
        if "If-None-Match" in self.headers:
            return tag is not None
        return "If-Match" in self.headers and self.headers["If-Match"] != tag

    do_GET = do_PUT = do_DELETE = relay

    def log_message(self, *_):
        pass


class LakeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def expect_every_change_once(self, lake, writer):
        rows = from_lake(lake, "SELECT event, sequence, new_image->>'value' AS value FROM changes")
        self.assertEqual(len(rows), len(writer.values) + writer.removed)
        self.assertEqual(len({row["sequence"] for row in rows}), len(rows))
        self.assertEqual({row["value"] for row in rows if row["event"] != "REMOVE"}, writer.values)
        self.assertEqual(sum(row["event"] == "REMOVE" for row in rows), writer.removed)

    def expect_no_other_files(self, lake):
        named = {file["path"] for file in json.loads((lake / "_manifest.json").read_text())["files"]}
        found = {str(path.relative_to(lake)) for path in lake.rglob("*") if path.is_file()}
        self.assertEqual(found - named, {"_manifest.json", "_lock"})
        self.assertEqual(named - found, set())

    def test_every_change_once_over_kills(self):
        lake, choose = self.folder / "lake", random.Random(11)
        with Server("--memory", "--stream-shard-hours", "0.0005", "--stream-shards", "3") as server:
            client = Client(server.url)
            create(client, "changing", StreamSpecification=STREAM)
            writer = Writer(server, "changing")
            writer.start()
            try:
                for round_ in range(12):
                    before = commits(lake)
                    follower = start(server, "changing", lake, "--flush-seconds", "0.02", "--compact",
                                     "--compression", ("gzip", "zstd")[round_ % 2])
                    # At any moment: some rounds die before their first commit, some after a few.
                    until = time.monotonic() + choose.uniform(0, 0.3)
                    while time.monotonic() < until and commits(lake) < before + choose.randrange(1, 8):
                        time.sleep(0.005)
                    follower.kill()
                    follower.communicate()
            finally:
                writer.stop()
            ended = run(server, "changing", lake, "--once", "--compact")
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertRegex(ended.stdout, r"took [\d,]+ changes of changing; \S+ holds [\d,]+ lines in \d+ files?\n")
            self.expect_every_change_once(lake, writer)
            self.expect_no_other_files(lake)
            expected = {plain({"M": item})["id"]: plain({"M": item}) for item in scan(client, "changing").values()}
            self.assertEqual({json.loads(key)["id"]: item for key, item in state(lake).items()}, expected)
            # Whoever takes all files by their names finds the same, the lake being at rest.
            rows = duckdb(f"SELECT entity, count(*)::INT AS lines FROM read_json('{lake}/entity=*/date=*/*.jsonl.*', columns = {COLUMNS}, "
                          "hive_partitioning = true) GROUP BY entity ORDER BY entity")
            self.assertEqual(sum(row["lines"] for row in rows), len(writer.values) + writer.removed)
            self.assertEqual([row["entity"] for row in rows if row["entity"] != "unknown"], ["Kind 0", "Kind 1", "Kind 2"])

    def test_points_in_time(self):
        lake = self.folder / "lake"
        with Server("--memory", "--clock=manual:2026-11-16T20:00:00Z") as server:
            client, choose, moments = Client(server.url), random.Random(3), []
            create(client, "changing", StreamSpecification=STREAM)
            for hour in range(8):
                for _ in range(20):
                    key = {"id": {"S": f"key-{choose.randrange(12)}"}}
                    if choose.random() < 0.3:
                        client.call("DeleteItem", {"TableName": "changing", "Key": key})
                    else:
                        client.call("PutItem", {"TableName": "changing", "Item": {
                            **key, "n": {"N": f"{choose.randrange(10**18)}.{choose.randrange(10**18)}1"}, "bytes": {"B": "AP8="},
                            "set": {"NS": ["1", "2.5"]}, "deep": {"L": [{"M": {"a": {"NULL": True}}}, {"BOOL": False}, {"SS": ["x"]}]}}})
                now = json.load(urllib.request.urlopen(server.url + "/_trestle/clock"))["now"]
                moments.append((now, scan(client, "changing")))
                request = urllib.request.Request(server.url + "/_trestle/clock", b'{"advance": "1h"}', method="POST")
                urllib.request.urlopen(request).close()
                if hour % 3 == 1:
                    ended = run(server, "changing", lake, "--once", "--images", "dynamodb-json")
                    self.assertEqual(ended.returncode, 0, ended.stderr)
            ended = run(server, "changing", lake, "--once", "--images", "dynamodb-json", "--compression", "zstd")
            self.assertEqual(ended.returncode, 0, ended.stderr)
        for (now, expected), found in zip(moments, states(lake, [now for now, _ in moments])):
            self.assertEqual(found, expected, now)
        days = from_lake(lake, "SELECT date::VARCHAR AS day, count(*)::INT AS lines FROM changes WHERE time::DATE = date GROUP BY day ORDER BY day")
        self.assertEqual([row["day"] for row in days], ["2026-11-16", "2026-11-17"])
        manifest = json.loads((lake / "_manifest.json").read_text())
        self.assertEqual(sum(row["lines"] for row in days), manifest["lines"])

    def test_a_system_and_a_snapshot(self):
        lake = self.folder / "lake"
        with Server("--memory", "--system", "todo", "--seed-demo") as server:
            client = Client(server.url)
            # The counts of the demo data follow its changes, a moment later.
            for _ in range(50):
                before = scan_all(client, "todo-app-data")
                ended = run(server, "todo-app-data", lake, "--system", "todo", "--once")
                self.assertEqual(ended.returncode, 0, ended.stderr)
                if scan_all(client, "todo-app-data") == before:
                    break
            expected = {(item["PK"]["S"], item["SK"]["S"]): plain({"M": item}) for item in before}
            self.assertEqual({(item["PK"], item["SK"]): item for item in state(lake).values()}, expected)
            entities = {row["entity"] for row in from_lake(lake, "SELECT DISTINCT entity FROM changes")}
            self.assertGreaterEqual(entities, {"Task", "User", "_guard"})
            self.assertNotIn("unknown", entities)
            documented = re.findall(r"^```sql\n(.*?)^```", (ROOT / "docs/change-capture.md").read_text(), re.M | re.S)
            statuses, lines = (duckdb(text.replace("'lake/", f"'{lake}/")) for text in documented)
            tasks = [key for key in expected if key[0].startswith("TASK#")]
            self.assertEqual(sum(int(row["count_star()"]) for row in statuses), len(tasks))
            self.assertEqual(int(lines[0]["count_star()"]), json.loads((lake / "_manifest.json").read_text())["lines"])

            create(client, "old")
            for i in range(40):
                client.call("PutItem", {"TableName": "old", "Item": {"id": {"S": str(i)}, "v": {"N": "1"}}})
            refused = run(server, "old", self.folder / "old", "--once")
            self.assertEqual(refused.returncode, 1)
            self.assertIn("the table 'old' has no stream: enable one with", refused.stderr)
            client.call("UpdateTable", {"TableName": "old", "StreamSpecification": STREAM})
            client.call("PutItem", {"TableName": "old", "Item": {"id": {"S": "3"}, "v": {"N": "2"}}})
            client.call("DeleteItem", {"TableName": "old", "Key": {"id": {"S": "4"}}})
            ended = run(server, "old", self.folder / "old", "--once", "--snapshot", "--images", "dynamodb-json")
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertEqual(state(self.folder / "old"), scan(client, "old"))

    def test_following_until_told_to_stop(self):
        lake = self.folder / "lake"
        with Server("--memory") as server:
            client = Client(server.url)
            create(client, "live", StreamSpecification=STREAM)
            follower = start(server, "live", lake, "--flush-seconds", "0.02")
            deadline = time.monotonic() + 60
            client.call("PutItem", {"TableName": "live", "Item": {"id": {"S": "a"}}})
            while not list(lake.glob("entity=unknown/date=*/*.jsonl.gz")):
                self.assertLess(time.monotonic(), deadline, "no change arrives")
                time.sleep(0.01)
            second = run(server, "live", lake, "--once")
            self.assertEqual(second.returncode, 1)
            self.assertIn("another process writes", second.stderr)
            follower.send_signal(signal.SIGTERM)
            out, errors = follower.communicate(timeout=60)
            self.assertEqual(follower.returncode, 0, errors)
            self.assertIn("took 1 changes of live", out)

            for words, said in (((lake, "--images", "dynamodb-json"), "--images plain"),
                                (("s3://",), "names no bucket"),
                                (("s3://bucket/lake", "--s3-endpoint", "http://127.0.0.1:1"), "the object store at http://127.0.0.1:1"),
                                ((lake, "--system", "todo"), "has no table 'live'")):
                refused = run(server, "live", *words, "--once")
                self.assertEqual(refused.returncode, 1, refused.stdout)
                self.assertIn(said, refused.stderr)
            create(client, "other", StreamSpecification=STREAM)
            refused = run(server, "other", lake, "--once")
            self.assertEqual((refused.returncode, "of the table 'live'" in refused.stderr), (1, True), refused.stderr)

    def start_s3(self):
        """The port of an S3 server with a bucket."""
        store = subprocess.Popen(["node", NODE_MODULES / ".bin/s3rver", "-d", self.folder / "s3", "-a", "127.0.0.1", "-p", "0",
                                  "--configure-bucket", "bucket"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(store.stdout.close)
        self.addCleanup(store.wait)
        self.addCleanup(store.terminate)
        port = None
        while port is None:
            line = store.stdout.readline()
            self.assertTrue(line, "s3rver did not start")
            found = re.search(r"listening on \S*?:(\d+)", line)
            port = found and found[1]
        drain = threading.Thread(target=store.stdout.read, daemon=True)
        drain.start()
        return int(port)

    @staticmethod
    def fetch(port, lake):
        s3 = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{port}", region_name="us-east-1", aws_access_key_id="S3RVER",
                          aws_secret_access_key="S3RVER")
        for object_ in s3.list_objects_v2(Bucket="bucket", Prefix="some/lake/")["Contents"]:
            path = lake / object_["Key"].removeprefix("some/lake/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(s3.get_object(Bucket="bucket", Key=object_["Key"])["Body"].read())

    def test_two_followers_of_a_lake_on_s3(self):
        lake, port = self.folder / "lake", self.start_s3()
        between = Between(port, conditional=True)
        self.addCleanup(between.close)
        there = ("s3://bucket/some/lake", "--s3-endpoint", between.url)
        keys = {"AWS_ACCESS_KEY_ID": "S3RVER", "AWS_SECRET_ACCESS_KEY": "S3RVER"}
        with Server("--memory") as server:
            create(Client(server.url), "changing", StreamSpecification=STREAM)
            writer = Writer(server, "changing")
            writer.start()
            try:
                followers = [start(server, "changing", *there, "--flush-seconds", "0.01", **keys) for _ in range(3)]
                deadline = time.monotonic() + 120
                while len(living := [each for each in followers if each.poll() is None]) > 1:
                    self.assertLess(time.monotonic(), deadline, "they all write")
                    time.sleep(0.01)
            finally:
                writer.stop()
            self.assertEqual(len(living), 1)
            living[0].send_signal(signal.SIGTERM)
            for follower in followers:
                _, errors = follower.communicate(timeout=60)
                if follower is living[0]:
                    self.assertEqual(follower.returncode, 0, errors)
                else:
                    self.assertEqual((follower.returncode, "another process writes to bucket/some/lake/" in errors), (1, True), errors)
                self.assertNotIn("holds no conditions", errors)
            ended = run(server, "changing", *there, "--once", **keys)
            self.assertEqual(ended.returncode, 0, ended.stderr)
        self.fetch(port, lake)
        self.expect_no_other_files(lake)
        self.expect_every_change_once(lake, writer)

    def test_an_s3_server(self):
        lake, port = self.folder / "lake", self.start_s3()
        between = Between(port)
        self.addCleanup(between.close)
        there = ("--s3-endpoint", between.url, "--compact")
        keys = {"AWS_ACCESS_KEY_ID": "S3RVER", "AWS_SECRET_ACCESS_KEY": "S3RVER"}
        with Server("--memory") as server:
            client = Client(server.url)
            create(client, "changing", StreamSpecification=STREAM)
            writer = Writer(server, "changing")
            writer.start()
            try:
                for writes, done in ((1, False), (3, False), (3, True), (4, True), (6, False), (7, False), (7, True), (35, False), (46, True)):
                    follower = between.doom(writes, done, lambda: start(
                        server, "changing", "s3://bucket/some/lake", *there, "--flush-seconds", "0.01", **keys))
                    _, errors = follower.communicate(timeout=120)
                    self.assertEqual(follower.returncode, -signal.SIGKILL, errors)
            finally:
                writer.stop()
            ended = run(server, "changing", "s3://bucket/some/lake", *there, "--once", **keys)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertIn("the object store holds no conditions", ended.stderr)
            self.fetch(port, lake)
            self.expect_no_other_files(lake)
            self.expect_every_change_once(lake, writer)
            expected = {plain({"M": item})["id"]: plain({"M": item}) for item in scan(client, "changing").values()}
            self.assertEqual({json.loads(key)["id"]: item for key, item in state(lake).items()}, expected)
            missing = run(server, "changing", "s3://another/lake", *there, "--once", **keys)
            self.assertEqual((missing.returncode, "bucket does not exist" in missing.stderr), (1, True), missing.stderr)


if __name__ == "__main__":
    unittest.main()
