"""boto3 and time to live, against servers of its own whose clocks stand still until they are moved."""

import json
import pathlib
import sys
import tempfile
import threading
import unittest
import urllib.request

import boto3
from boto3.dynamodb.conditions import Key

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import Server  # noqa: E402


def clock(server, **move):
    """Moves the server's clock; its seconds since 1970."""
    body = json.dumps(move).encode() if move else None
    with urllib.request.urlopen(urllib.request.Request(f"{server.url}/_trestle/clock", body)) as reply:
        return json.load(reply)["epoch"]


def table_of(server, name="sessions"):
    resource = boto3.resource("dynamodb", endpoint_url=server.url, region_name="us-east-1", aws_access_key_id="any",
                              aws_secret_access_key="any")
    return resource.Table(name)


def make_table(server, name="sessions"):
    table = table_of(server, name)
    client = table.meta.client
    client.create_table(
        TableName=name, BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "user", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        GlobalSecondaryIndexes=[{"IndexName": "by-user", "Projection": {"ProjectionType": "ALL"},
                                 "KeySchema": [{"AttributeName": "user", "KeyType": "HASH"}]}])
    return table


def enable(table):
    table.meta.client.update_time_to_live(TableName=table.name,
                                          TimeToLiveSpecification={"AttributeName": "ttl", "Enabled": True})


def fill(table, count, ttl):
    with table.batch_writer() as batch:
        for number in range(count):
            batch.put_item(Item={"pk": f"{ttl}-{number}", "user": "u", "ttl": ttl})


def count(table):
    entries = table.query(IndexName="by-user", KeyConditionExpression=Key("user").eq("u"), Select="COUNT")["Count"]
    items = table.scan(Select="COUNT")["Count"]
    assert items == entries == table.meta.client.describe_table(TableName=table.name)["Table"]["ItemCount"]
    return items


class TtlTest(unittest.TestCase):
    def test_items_expire_when_the_clock_says_so(self):
        with Server("--memory", "--clock=manual:2027-01-01T00:00:00Z") as server:
            now = int(clock(server))
            self.assertEqual(now, 1798761600)
            table = make_table(server)
            fill(table, 50, now + 60)
            enable(table)
            fill(table, 50, now + 3600)
            self.assertEqual(count(table), 100)
            clock(server, advance="1m")
            self.assertEqual(count(table), 50)
            clock(server, set="2027-01-01T02:00:00Z")
            self.assertEqual(count(table), 0)

    def test_the_delay_keeps_expired_items_for_two_days(self):
        with Server("--memory", "--clock=manual", "--ttl-delay", "48h") as server:
            table = make_table(server)
            enable(table)
            fill(table, 10, int(clock(server)) + 60)
            clock(server, advance="48h")
            self.assertEqual(count(table), 10)
            clock(server, advance="61s")
            self.assertEqual(count(table), 0)

    def test_states_last_as_long_as_the_delay_of_tables(self):
        with Server("--memory", "--clock=manual", "--table-delay-ms", "1000") as server:
            table = make_table(server)
            clock(server, advance="1s")
            client = table.meta.client

            def status():
                return client.describe_time_to_live(TableName=table.name)["TimeToLiveDescription"]

            enable(table)
            self.assertEqual(status(), {"AttributeName": "ttl", "TimeToLiveStatus": "ENABLING"})
            disabled = {"AttributeName": "ttl", "Enabled": False}
            with self.assertRaisesRegex(client.exceptions.ClientError, "multiple times within a fixed interval"):
                client.update_time_to_live(TableName=table.name, TimeToLiveSpecification=disabled)
            clock(server, advance="1s")
            self.assertEqual(status(), {"AttributeName": "ttl", "TimeToLiveStatus": "ENABLED"})
            client.update_time_to_live(TableName=table.name, TimeToLiveSpecification=disabled)
            self.assertEqual(status(), {"AttributeName": "ttl", "TimeToLiveStatus": "DISABLING"})
            clock(server, advance="1s")
            self.assertEqual(status(), {"TimeToLiveStatus": "DISABLED"})

    def test_a_server_with_the_systems_clock_deletes_within_seconds(self):
        with Server("--memory") as server:
            table = make_table(server)
            enable(table)
            fill(table, 10, int(clock(server)) - 10)
            gone = threading.Event()
            for _ in range(100):
                if count_of_scan(table) == 0:
                    gone.set()
                    break
                gone.wait(0.1)
            self.assertTrue(gone.is_set())

    def test_it_survives_a_stop_and_a_kill(self):
        with tempfile.TemporaryDirectory() as folder:
            start = ["--data", folder, "--clock"]
            with Server(*start, "manual:2027-01-01") as server:
                table = make_table(server)
                fill(table, 500, int(clock(server)) + 60)
                enable(table)  # the entries may not all be there when it ends
            server = Server(*start, "manual:2027-01-01")
            table = table_of(server)
            self.assertEqual(count(table), 500)
            mover = threading.Thread(target=self.move_quietly, args=(server,))
            mover.start()
            server.kill()  # while it deletes
            mover.join()
            with Server(*start, "manual:2027-01-02") as server:
                clock(server, advance="1ms")
                self.assertEqual(count(table_of(server)), 0)

    @staticmethod
    def move_quietly(server):
        try:
            clock(server, advance="2m")
        except OSError:
            pass


def count_of_scan(table):
    return table.scan(Select="COUNT")["Count"]


if __name__ == "__main__":
    unittest.main()
