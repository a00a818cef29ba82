"""Streams of another server, dynoxide, whose shards and sequence numbers are not named as ours: migrate and cdc follow them."""

import gzip
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import CREDENTIALS, ROOT  # noqa: E402

DYNOXIDE = ROOT / "tests/clients/node_modules/@dynoxide/linux-x64/dynoxide"
BINARY = os.environ.get("TRESTLE", str(ROOT / "build/release/trestle"))

MODEL = """format = 1
model = "people"
[tables.people]
partition_key = "PK"
sort_key = "SK"
pitr = true
[entities.User]
table = "people"
PK = "USER#{Username}"
SK = "PROFILE"
[entities.User.attributes]
Username = "string"
Name = "string"
[[migrations]]
from = "users"
entity = "User"
set = { Username = "{username}", Name = "{name}" }
"""


def trestle(*arguments):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False,
                          env={**os.environ, **CREDENTIALS})


def client(url):
    return boto3.resource("dynamodb", endpoint_url=url, region_name="us-east-1", aws_access_key_id="any",
                          aws_secret_access_key="any", config=Config(retries={"max_attempts": 0}))


@unittest.skipUnless(DYNOXIDE.exists(), "dynoxide is not installed")
class ForeignStreamsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="trestle-foreign-")
        self.addCleanup(self.folder.cleanup)
        self.model = pathlib.Path(self.folder.name) / "people.trestle.toml"
        self.model.write_text(MODEL)
        while not self.start():  # somebody else may have taken the port meanwhile
            pass
        self.tables = client(self.url)
        self.users = self.tables.create_table(
            TableName="users", BillingMode="PAY_PER_REQUEST", KeySchema=[{"AttributeName": "username", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "username", "AttributeType": "S"}],
            StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"})
        self.users.wait_until_exists()

    def start(self):
        """Whether the server answers on a port that was free."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        process = subprocess.Popen([DYNOXIDE, "serve", "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.url = f"http://127.0.0.1:{port}"
        while process.poll() is None:
            try:
                client(self.url).meta.client.list_tables()
                self.addCleanup(process.wait)
                self.addCleanup(process.terminate)
                return True
            except (BotoCoreError, ClientError):
                time.sleep(0.05)
        return False

    def put(self, number, name="first"):
        self.users.put_item(Item={"username": f"u{number}", "name": name})

    def migrate(self, *arguments):
        ended = trestle("model", "migrate", self.model, *arguments, "--endpoint", self.url)
        self.assertEqual(ended.returncode, 0, (arguments, ended.stdout, ended.stderr))
        return ended

    def name_of(self, number):
        return self.tables.Table("people").get_item(Key={"PK": f"USER#u{number}", "SK": "PROFILE"}).get("Item", {}).get("Name")

    def test_a_migration_follows_and_comes_back(self):
        for number in range(60):
            self.put(number)
        self.migrate("run", "--rate", "0")
        self.put(1, "second")
        self.users.delete_item(Key={"username": "u2"})
        self.put(100, "new")
        self.migrate("run")
        self.assertEqual([self.name_of(number) for number in (0, 1, 2, 100)], ["first", "second", None, "new"])
        self.assertIn("60 items compared", self.migrate("verify").stderr)

        self.migrate("switch", "--quiet", "0.1")
        people = self.tables.Table("people")
        people.update_item(Key={"PK": "USER#u3", "SK": "PROFILE"}, UpdateExpression="SET #n = :n",
                           ExpressionAttributeNames={"#n": "Name"}, ExpressionAttributeValues={":n": "third"})
        self.migrate("run")
        self.assertEqual(self.users.get_item(Key={"username": "u3"})["Item"]["name"], "third")
        # The tag locks nothing here, so that a late write is found by the comparison.
        self.put(4, "late")
        late = trestle("model", "migrate", self.model, "verify", "--endpoint", self.url)
        self.assertEqual(late.returncode, 1, late.stderr)
        self.assertIn("u4", late.stdout)
        self.put(4)
        self.migrate("rollback", "--quiet", "0.1")
        self.put(5, "again")
        self.migrate("run")
        self.assertEqual(self.name_of(5), "again")
        self.migrate("switch", "--quiet", "0.1")
        self.migrate("finalise", "--drop-source")

    def test_a_lake_has_each_change_once(self):
        lake = pathlib.Path(self.folder.name) / "lake"
        expected = []
        for round_ in range(3):
            for number in range(20):
                self.put(number, f"round {round_}")
                expected.append((f"u{number}", f"round {round_}"))
            ended = trestle("cdc", "--endpoint", self.url, "--table", "users", "--to", lake, "--once")
            self.assertEqual(ended.returncode, 0, ended.stderr)
        lines = [json.loads(line) for path in lake.glob("entity=*/**/*.jsonl.gz")
                 for line in gzip.open(path, "rt", encoding="utf8")]
        lines.sort(key=lambda line: line["sequence"])
        self.assertEqual([(line["keys"]["username"], line["new_image"]["name"]) for line in lines], expected)

    def test_apply_says_what_the_endpoint_cannot_do(self):
        first = trestle("model", "apply", self.model, "--endpoint", self.url)
        self.assertEqual(first.returncode, 1, first.stderr)
        self.assertIn("people: is created", first.stdout)
        self.assertIn("the endpoint does not know how", first.stderr)
        self.model.write_text(MODEL.replace("pitr = true\n", ""))
        again = trestle("model", "apply", self.model, "--endpoint", self.url)
        self.assertEqual((again.returncode, again.stdout), (0, "the tables are as the model says\n"), again.stderr)


if __name__ == "__main__":
    unittest.main()
