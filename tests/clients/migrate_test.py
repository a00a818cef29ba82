"""`trestle model migrate`: GLAD's users move into glad-entities while clients write and processes are killed."""

import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import CREDENTIALS, ROOT, Server  # noqa: E402

MODEL = ROOT / "src/systems/glad/glad.trestle.toml"
BINARY = os.environ.get("TRESTLE", str(ROOT / "build/release/trestle"))
NAMES = {"username": "Username", "name": "Name", "password_hash": "PasswordHash", "created_at": "CreatedAt"}


def resource(url):
    return boto3.resource("dynamodb", endpoint_url=url, region_name="us-east-1", aws_access_key_id="any",
                          aws_secret_access_key="any", config=Config(retries={"mode": "standard"}))


def command(url, *arguments):
    return [BINARY, "model", "migrate", str(MODEL), *arguments, "--endpoint", url]


def migrate(url, *arguments):
    return subprocess.run(command(url, *arguments), capture_output=True, text=True, env={**os.environ, **CREDENTIALS})


def begin(url, *arguments):
    return subprocess.Popen(command(url, *arguments), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            env={**os.environ, **CREDENTIALS})


def end(process):
    process.send_signal(signal.SIGKILL)
    process.wait()


def items(table):
    page = table.scan(ConsistentRead=True)
    found = page["Items"]
    while "LastEvaluatedKey" in page:
        page = table.scan(ConsistentRead=True, ExclusiveStartKey=page["LastEvaluatedKey"])
        found += page["Items"]
    return found


def user(number):
    return {"username": f"user-{number}", "name": f"User {number}", "password_hash": f"hash-{number}",
            "created_at": "2025-01-01T00:00:00.000Z", "updated_at": "2025-01-01T00:00:00.000Z"}


class Writers:
    """Clients of the old table that never stop, whatever becomes of the server."""

    def __init__(self, url, count):
        self.url, self.stopping, self.done = url, False, 0
        self.threads = [threading.Thread(target=self._run, args=(seed,)) for seed in range(count)]
        for thread in self.threads:
            thread.start()

    def _run(self, seed):
        choose = random.Random(seed)
        url, table = None, None
        while not self.stopping:
            if url != self.url:
                url = self.url
                table = resource(url).Table("users")
            number = choose.randrange(400)
            key = {"username": f"user-{number}"}
            try:
                what = choose.randrange(4)
                if what == 0:
                    table.delete_item(Key=key)
                elif what == 1:
                    table.update_item(Key=key, UpdateExpression="SET #n = :n, password_hash = :p",
                                      ExpressionAttributeNames={"#n": "name"},
                                      ExpressionAttributeValues={":n": f"Changed {choose.randrange(10**6)}", ":p": "p"})
                else:
                    again = user(number)
                    again["name"] = f"Put {choose.randrange(10**6)}"
                    again["created_at"] = f"2025-02-{choose.randrange(1, 29):02}T00:00:00.000Z"
                    table.put_item(Item=again)
                self.done += 1
            except (BotoCoreError, ClientError):
                time.sleep(0.02)

    def stop(self):
        self.stopping = True
        for thread in self.threads:
            thread.join()


class MigrateTest(unittest.TestCase):
    def begin(self, *arguments):
        folder = tempfile.TemporaryDirectory(prefix="trestle-migrate-")
        self.addCleanup(folder.cleanup)
        self.arguments = ("--data", folder.name, *arguments)
        self.server = Server(*self.arguments)
        self.addCleanup(lambda: self.server.stop())  # whichever runs then
        self.users = resource(self.server.url).Table("users")
        self.users.meta.client.create_table(
            TableName="users", BillingMode="PAY_PER_REQUEST", KeySchema=[{"AttributeName": "username", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "username", "AttributeType": "S"}])
        with self.users.batch_writer() as batch:
            for number in range(300):
                batch.put_item(Item=user(number))

    def expect_equal(self):
        """Each item of one table is one of the other, and there are no more."""
        tables = resource(self.server.url)
        new = {item["Username"]: item for item in items(tables.Table("glad-entities")) if item["EntityType"] == "User"}
        old = {item["username"]: item for item in items(tables.Table("users"))}
        self.assertEqual(sorted(old), sorted(new))
        for name, item in old.items():
            for ours, theirs in NAMES.items():
                if ours in item:  # else the model has a default
                    self.assertEqual(item[ours], new[name].get(theirs), (name, ours))
            self.assertEqual((new[name]["PK"], new[name]["SK"]), (f"USER#{name}", "PROFILE"))

    def done(self, *arguments):
        ended = migrate(self.server.url, *arguments)
        self.assertEqual(ended.returncode, 0, (arguments, ended.stdout, ended.stderr))
        return ended.stdout

    def refused(self, write, **arguments):
        with self.assertRaisesRegex(ClientError, "Table users has been replaced by table glad-entities"):
            write(**arguments)

    def test_under_writes_and_kills(self):
        self.begin()
        writers = Writers(self.server.url, 2)
        self.addCleanup(writers.stop)
        choose = random.Random(4)
        for _ in range(5):
            process = begin(self.server.url, "run", "--rate", "300")
            time.sleep(choose.uniform(0.05, 0.4))
            end(process)
        process = begin(self.server.url, "run", "--rate", "300")
        time.sleep(0.2)
        self.server.kill()
        end(process)
        self.server = Server(*self.arguments)
        writers.url = self.server.url
        process = begin(self.server.url, "run", "--rate", "0", "--follow")
        time.sleep(1)
        end(process)
        # Two at once: one of them is told to stop, and neither does harm.
        both = [begin(self.server.url, "run", "--rate", "0", "--follow") for _ in range(2)]
        time.sleep(0.5)
        for process in both:
            end(process)
        self.assertGreater(writers.done, 10)
        writers.stop()
        self.done("run", "--rate", "0")
        self.done("verify")
        self.expect_equal()

        # The new table is written to from here on, and what changes is carried back.
        self.done("switch", "--quiet", "0.2")
        table = resource(self.server.url).Table("glad-entities")
        table.put_item(Item={"PK": "USER#zoe", "SK": "PROFILE", "EntityType": "User", "Username": "zoe", "Name": "Zoe",
                             "PasswordHash": "z", "CreatedAt": "2026-01-01T00:00:00.000Z",
                             "GSI1PK": "USERS#00", "GSI1SK": "USER#zoe"})
        some = sorted(item["username"] for item in items(resource(self.server.url).Table("users")))
        table.update_item(Key={"PK": f"USER#{some[0]}", "SK": "PROFILE"}, UpdateExpression="SET #n = :n",
                          ExpressionAttributeNames={"#n": "Name"}, ExpressionAttributeValues={":n": "Renamed"})
        table.delete_item(Key={"PK": f"USER#{some[1]}", "SK": "PROFILE"})
        self.done("run")
        self.expect_equal()
        users = resource(self.server.url).Table("users")
        self.assertEqual(users.get_item(Key={"username": some[0]})["Item"]["name"], "Renamed")
        self.assertNotIn("Item", users.get_item(Key={"username": some[1]}))

    def test_bound_table_back_and_forth(self):
        self.begin("--model", str(MODEL))
        self.assertIn("not begun", self.done("status"))
        writers = Writers(self.server.url, 1)
        self.addCleanup(writers.stop)
        process = begin(self.server.url, "run", "--rate", "0", "--follow")
        time.sleep(0.7)
        end(process)
        refused = migrate(self.server.url, "finalise")
        self.assertEqual(refused.returncode, 1)
        writers.stop()
        self.done("run", "--rate", "0")
        self.expect_equal()
        self.done("switch", "--quiet", "0.1")
        table = resource(self.server.url).Table("glad-entities")
        table.put_item(Item={"EntityType": "User", "Username": "zoe", "Name": "Zoe", "PasswordHash": "z"})
        self.done("rollback", "--quiet", "0.1")
        self.assertIn("following", self.done("status"))
        users = resource(self.server.url).Table("users")
        self.assertEqual(users.get_item(Key={"username": "zoe"})["Item"]["name"], "Zoe")
        users.put_item(Item=user(1))
        self.done("run")
        self.expect_equal()
        self.done("switch", "--quiet", "0.1")

        # A client of the old table that nobody has stopped.
        self.refused(users.put_item, Item=user(999))
        self.server.stop()
        self.server = Server(*self.arguments)
        users = resource(self.server.url).Table("users")
        self.refused(users.put_item, Item=user(999))
        self.refused(users.delete_item, Key={"username": "zoe"})
        # Nor one that was let in by hand.
        users.meta.client.untag_resource(ResourceArn=users.table_arn, TagKeys=["trestle:moved-to"])
        users.put_item(Item=user(999))
        late = migrate(self.server.url, "finalise")
        self.assertEqual(late.returncode, 1)
        self.assertIn("user-999", late.stdout)
        self.done("finalise", "--force", "--drop-source")
        self.assertEqual(resource(self.server.url).meta.client.list_tables()["TableNames"],
                         ["glad-entities", "trestle-migrations"])
        self.assertIn("glad/users is finalised", self.done("status"))
        again = migrate(self.server.url, "run")
        self.assertEqual((again.returncode, again.stdout), (1, ""))
        self.assertIn("the migration from 'users' is finalised", again.stderr)

    def test_nothing_is_left_after_a_rollback(self):
        self.begin()
        self.done("run", "--rate", "0")
        self.done("rollback")
        self.assertEqual(items(resource(self.server.url).Table("glad-entities")), [])
        self.assertEqual(len(items(self.users)), 300)
        self.assertIn("not begun", self.done("status"))


if __name__ == "__main__":
    unittest.main()
