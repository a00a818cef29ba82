"""Triggers of bound models, followed by the server over the tables' streams, and models that are bound while it runs."""

import collections
import concurrent.futures
import json
import pathlib
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import Server  # noqa: E402

TASKS = """
format = 1
model = "tasks"
[tables.trigger-tasks]
partition_key = "PK"
sort_key = "SK"
stream = "new_and_old_images"
[entities.Task]
table = "trigger-tasks"
PK = "TASK#{Id}"
SK = "TASK"
[entities.Task.attributes]
Id = "string"
Status = { enum = ["open", "done"], default = "open" }
[entities.Count]
table = "trigger-tasks"
PK = "COUNT#{Status}"
SK = "COUNT"
[entities.Count.attributes]
Status = "string"
Tasks = "integer"
[patterns.CountOf]
entity = "Count"
where = "PK = COUNT#{Status} and SK = COUNT"
consistent = true
[transactions.Count]
parameters = { status = "string", by = "integer" }
steps = [{ update = "Count", key = { Status = "{status}" }, add = { Tasks = "{by}" } }]
[triggers.Entered]
on = ["insert", "modify"]
entity = "Task"
when = "missing(old.Status) or new.Status <> old.Status"
run = "Count"
with = { status = "{new.Status}", by = 1 }
[triggers.Left]
on = ["modify", "remove"]
entity = "Task"
when = "missing(new.Status) or new.Status <> old.Status"
run = "Count"
with = { status = "{old.Status}", by = -1 }
"""


def ask(server, method, path, body=None):
    request = urllib.request.Request(server.url + path, method=method, data=None if body is None else json.dumps(body).encode(),
                                     headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"null")


def bind(server):
    return ask(server, "PUT", "/_trestle/models", {"text": TASKS, "file": "tasks.trestle.toml", "mode": "enforce"})


def table_of(server):
    return boto3.resource("dynamodb", endpoint_url=server.url, region_name="us-east-1", aws_access_key_id="any",
                          aws_secret_access_key="any", config=Config(retries={"total_max_attempts": 1})).Table("trigger-tasks")


def counts(table):
    """What the triggers have counted, and what is there."""
    counted, there = collections.Counter(), collections.Counter()
    start = {}
    while True:
        page = table.scan(ConsistentRead=True, **start)
        for item in page["Items"]:
            if item["EntityType"] == "Count":
                counted[item["Status"]] = int(item["Tasks"])
            else:
                there[item["Status"]] += 1
        if "LastEvaluatedKey" not in page:
            return +counted, there
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


class TriggersTest(unittest.TestCase):
    def settled(self, table):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            counted, there = counts(table)
            if counted == there:
                return there
            time.sleep(0.02)
        self.fail(f"{counted} counted, {there} there")

    def test_counts_are_those_of_a_scan_across_crashes(self):
        folder = tempfile.TemporaryDirectory(prefix="trestle-triggers-")
        self.addCleanup(folder.cleanup)
        server = Server("--data", folder.name)
        self.addCleanup(lambda: server.stop())  # whichever runs then
        self.assertEqual(bind(server)[0], 200)
        for first in (0, 100, 200):
            table = table_of(server)

            def write(number):
                key = {"PK": f"TASK#{number}", "SK": "TASK"}
                try:
                    table.put_item(Item={**key, "EntityType": "Task", "Id": str(number)})
                    if number % 3 == 0:
                        table.update_item(Key=key, UpdateExpression="SET #s = :s", ExpressionAttributeNames={"#s": "Status"},
                                          ExpressionAttributeValues={":s": "done"})
                    if number % 7 == 0:
                        table.delete_item(Key=key)
                except (BotoCoreError, ClientError):  # the server was killed
                    return

            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                writes = [pool.submit(write, number) for number in range(first, first + 100)]
                for each in writes[:60]:
                    each.result()
                server.kill()  # in the middle of writes and reactions
            server = Server("--data", folder.name)
        there = self.settled(table_of(server))
        self.assertGreater(there["open"], 50)

    def test_a_model_is_served_as_soon_as_it_is_bound(self):
        with Server("--memory") as server:
            self.assertEqual(ask(server, "GET", "/api/tasks/patterns")[0], 404)
            self.assertEqual(bind(server)[0], 200)
            self.assertEqual(ask(server, "POST", "/api/tasks/Task", {"Id": "1"})[0], 201)
            deadline = time.monotonic() + 30
            found = []
            while not found and time.monotonic() < deadline:
                status, page = ask(server, "GET", "/api/tasks/patterns/CountOf?Status=open")
                self.assertEqual(status, 200, page)
                found = page["items"]
            self.assertEqual(found[0]["Tasks"], 1)
            with urllib.request.urlopen(server.url + "/metrics", timeout=30) as answer:
                metrics = answer.read().decode()
            self.assertIn('trestle_trigger_reactions_total{model="tasks",trigger="Entered",outcome="ran"} 1\n', metrics)

            self.assertEqual(ask(server, "POST", "/_trestle/snapshots", {"name": "bound"})[0], 200)
            self.assertEqual(ask(server, "DELETE", "/_trestle/models/tasks")[0], 200)
            self.assertEqual(ask(server, "GET", "/api/tasks/patterns")[0], 404)
            self.assertEqual(ask(server, "POST", "/_trestle/snapshots/bound/restore")[0], 200)
            self.assertEqual(ask(server, "GET", "/api/tasks/patterns")[0], 200)
            self.assertEqual(ask(server, "POST", "/_trestle/reset")[0], 200)
            self.assertEqual(ask(server, "GET", "/api/tasks/patterns")[0], 404)


if __name__ == "__main__":
    unittest.main()
