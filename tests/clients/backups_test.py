"""Backups and point-in-time recovery: with boto3 against the server at $ENDPOINT, and over restarts and kills of own ones."""

import datetime
import os
import pathlib
import random
import sys
import tempfile
import threading
import time
import unittest
import uuid

import boto3
import botocore.config

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.dynamo import Client, NoAnswer, Refused  # noqa: E402
from harness.server import Server  # noqa: E402

OPTIONS = {"region_name": "us-east-1", "aws_access_key_id": "AKIAIOSFODNN7EXAMPLE", "aws_secret_access_key": "secret",
           "config": botocore.config.Config(retries={"max_attempts": 2})}


def create(client, name):
    client.call("CreateTable", {
        "TableName": name, "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "g", "AttributeType": "S"}],
        "GlobalSecondaryIndexes": [{"IndexName": "gsi", "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
                                    "Projection": {"ProjectionType": "KEYS_ONLY"}}]})


def recover(client, name, enabled=True):
    client.call("UpdateContinuousBackups", {
        "TableName": name, "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": enabled}})


def put(client, table, key, value):
    client.call("PutItem", {"TableName": table, "Item": {"pk": {"S": str(key)}, "g": {"S": "g"}, "v": {"N": str(value)}}})


def fill(client, table, count):
    for first in range(0, count, 25):
        client.call("BatchWriteItem", {"RequestItems": {table: [
            {"PutRequest": {"Item": {"pk": {"S": str(i)}, "g": {"S": str(i % 7)}, "filler": {"S": "x" * 200}}}}
            for i in range(first, min(count, first + 25))]}})


def items(client, table):
    """All items, by key; the global index must agree."""
    found, request = {}, {"TableName": table}
    while True:
        page = client.call("Scan", request)
        found.update({item["pk"]["S"]: int(item.get("v", {"N": "0"})["N"]) for item in page["Items"]})
        if "LastEvaluatedKey" not in page:
            break
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"]
    description = client.call("DescribeTable", {"TableName": table})["Table"]
    assert description["ItemCount"] == len(found), (description["ItemCount"], len(found))
    assert description["GlobalSecondaryIndexes"][0]["ItemCount"] == len(found)
    return found


def wait(condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError("it does not happen")
        time.sleep(0.01)


def wait_for_table(client, name):
    wait(lambda: client.call("DescribeTable", {"TableName": name})["Table"]["TableStatus"] == "ACTIVE")


def backup(client, table, name="one"):
    """The ARN of a new backup, once it is there."""
    arn = client.call("CreateBackup", {"TableName": table, "BackupName": name})["BackupDetails"]["BackupArn"]
    wait(lambda: client.call("DescribeBackup", {"BackupArn": arn})["BackupDescription"]["BackupDetails"]["BackupStatus"] == "AVAILABLE")
    return arn


class Boto3BackupsTest(unittest.TestCase):
    def setUp(self):
        self.client = boto3.client("dynamodb", endpoint_url=os.environ["ENDPOINT"], **OPTIONS)
        self.name = f"boto3-{uuid.uuid4().hex[:12]}"
        create(Client(os.environ["ENDPOINT"]), self.name)
        self.addCleanup(self.client.delete_table, TableName=self.name)

    def restored(self, call, **arguments):
        target = self.name + "-restored"
        call(TargetTableName=target, **arguments)
        self.client.get_waiter("table_exists").wait(TableName=target, WaiterConfig={"Delay": 1, "MaxAttempts": 20})
        found = self.client.scan(TableName=target)["Items"]
        summary = self.client.describe_table(TableName=target)["Table"]["RestoreSummary"]
        self.client.delete_table(TableName=target)
        return sorted(item["pk"]["S"] for item in found), summary

    def test_a_backup_is_restored(self):
        self.client.put_item(TableName=self.name, Item={"pk": {"S": "before"}})
        made = self.client.create_backup(TableName=self.name, BackupName="mine")["BackupDetails"]
        self.assertIsInstance(made["BackupCreationDateTime"], datetime.datetime)
        self.client.put_item(TableName=self.name, Item={"pk": {"S": "after"}})
        arn = made["BackupArn"]
        wait(lambda: self.client.describe_backup(BackupArn=arn)["BackupDescription"]["BackupDetails"]["BackupStatus"] == "AVAILABLE")
        pages = self.client.get_paginator("list_backups").paginate(TableName=self.name)
        self.assertEqual([one["BackupArn"] for page in pages for one in page["BackupSummaries"]], [arn])
        keys, summary = self.restored(self.client.restore_table_from_backup, BackupArn=arn)
        self.assertEqual(keys, ["before"])
        self.assertEqual(summary["SourceBackupArn"], arn)
        self.client.delete_backup(BackupArn=arn)
        with self.assertRaises(self.client.exceptions.BackupNotFoundException):
            self.client.describe_backup(BackupArn=arn)

    def test_the_present_is_a_point_in_time(self):
        with self.assertRaises(self.client.exceptions.PointInTimeRecoveryUnavailableException):
            self.restored(self.client.restore_table_to_point_in_time, SourceTableName=self.name, UseLatestRestorableTime=True)
        self.client.update_continuous_backups(
            TableName=self.name, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})
        self.client.put_item(TableName=self.name, Item={"pk": {"S": "a"}})
        described = self.client.describe_continuous_backups(TableName=self.name)["ContinuousBackupsDescription"]
        recovery = described["PointInTimeRecoveryDescription"]
        self.assertLessEqual(recovery["EarliestRestorableDateTime"], recovery["LatestRestorableDateTime"])
        keys, summary = self.restored(self.client.restore_table_to_point_in_time, SourceTableName=self.name, UseLatestRestorableTime=True)
        self.assertEqual(keys, ["a"])
        self.assertFalse(summary["RestoreInProgress"])
        with self.assertRaises(self.client.exceptions.InvalidRestoreTimeException):
            self.client.restore_table_to_point_in_time(SourceTableName=self.name, TargetTableName="never",
                                                       RestoreDateTime=datetime.datetime(2020, 1, 1))
        self.client.update_continuous_backups(
            TableName=self.name, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": False})


class PointInTimeTest(unittest.TestCase):
    def test_any_instant_is_restored_to_the_millisecond_under_concurrent_writes(self):
        url, table = os.environ["ENDPOINT"], f"pitr-{uuid.uuid4().hex[:12]}"
        client, stop, instants = Client(url), threading.Event(), []
        create(client, table)
        recover(client, table)

        def write_others():
            other, random_keys = Client(url), random.Random(1)
            while not stop.is_set():
                put(other, table, f"other-{random_keys.randrange(50)}", random_keys.randrange(1000))

        threads = [threading.Thread(target=write_others) for _ in range(3)]
        for thread in threads:
            thread.start()
        expected = {}
        for value in range(200):
            key = f"own-{value % 20}"
            put(client, table, key, value)
            expected[key] = value
            time.sleep(0.002)  # a millisecond that is over, and in which nothing of ours changes
            instants.append((round(time.time() - 0.001, 3), dict(expected)))
            time.sleep(0.001)
        for number, (instant, state) in enumerate(random.Random(2).sample(instants, 12)):
            target = f"{table}-{number}"
            client.call("RestoreTableToPointInTime", {"SourceTableName": table, "TargetTableName": target, "RestoreDateTime": instant})
            wait_for_table(client, target)
            found = {key: value for key, value in items(client, target).items() if key.startswith("own-")}
            self.assertEqual(found, state, instant)
            client.call("DeleteTable", {"TableName": target})
        stop.set()
        for thread in threads:
            thread.join()
        recover(client, table, False)
        client.call("DeleteTable", {"TableName": table})


class RestartTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="trestle-backups-")
        self.addCleanup(folder.cleanup)
        self.data = folder.name + "/data"

    def serve(self, *arguments):
        server = Server("--data", self.data, *arguments)
        return server, Client(server.url)

    def test_backups_settings_and_history_survive(self):
        server, client = self.serve()
        with server:
            create(client, "kept")
            recover(client, "kept")
            put(client, "kept", "a", 1)
            time.sleep(0.005)
            then = round(time.time(), 3)
            time.sleep(0.005)
            arn = backup(client, "kept")
            put(client, "kept", "a", 2)
            create(client, "dropped")
            recover(client, "dropped")
            put(client, "dropped", "d", 4)
            client.call("DeleteTable", {"TableName": "dropped"})
        server, client = self.serve()
        with server:
            client.call("RestoreTableFromBackup", {"BackupArn": arn, "TargetTableName": "from-backup"})
            client.call("RestoreTableToPointInTime", {"SourceTableName": "kept", "TargetTableName": "from-past", "RestoreDateTime": then})
            wait_for_table(client, "from-backup")
            wait_for_table(client, "from-past")
            self.assertEqual(items(client, "from-backup"), {"a": 1})
            self.assertEqual(items(client, "from-past"), {"a": 1})
            self.assertEqual(items(client, "kept"), {"a": 2})
            (left,) = client.call("ListBackups", {"BackupType": "SYSTEM"})["BackupSummaries"]
            client.call("RestoreTableFromBackup", {"BackupArn": left["BackupArn"], "TargetTableName": "dropped"})
            wait_for_table(client, "dropped")
            self.assertEqual(items(client, "dropped"), {"d": 4})

    def test_a_restore_goes_on_after_a_kill(self):
        server, client = self.serve()
        with server:
            create(client, "source")
            recover(client, "source")
            fill(client, "source", 20_000)
            arn = backup(client, "source")
            client.call("RestoreTableFromBackup", {"BackupArn": arn, "TargetTableName": "target-1"})
            client.call("RestoreTableToPointInTime", {"SourceTableName": "source", "TargetTableName": "target-2", "UseLatestRestorableTime": True})
            time.sleep(random.random() * 0.1)
            server.kill()
        server, client = self.serve()
        with server:
            for name in ("target-1", "target-2"):
                wait_for_table(client, name)
                self.assertEqual(len(items(client, name)), 20_000)

    def test_a_kill_during_a_backup_leaves_it_whole_or_not_at_all(self):
        server, client = self.serve("--durability=relaxed")
        with server:
            create(client, "source")
            fill(client, "source", 2_000)
            for number in range(3):
                client.call("CreateBackup", {"TableName": "source", "BackupName": f"number-{number}"})
                time.sleep(random.random() * 0.02)
            server.kill()
        server, client = self.serve()
        with server:
            for number, one in enumerate(client.call("ListBackups", {})["BackupSummaries"]):
                self.assertEqual(one["BackupStatus"], "AVAILABLE")
                client.call("RestoreTableFromBackup", {"BackupArn": one["BackupArn"], "TargetTableName": f"target-{number}"})
                wait_for_table(client, f"target-{number}")
                self.assertEqual(len(items(client, f"target-{number}")), 2_000)
            put(client, "source", "new", 1)
            backup(client, "source", "after")
            client.call("DeleteTable", {"TableName": "source"})

    def test_a_wrong_schedule_is_one_clear_line(self):
        for arguments, place in [(["--backup-schedule", "weekly"], "--backup-schedule: 'weekly'"), (["--config", self.data + ".toml"], self.data)]:
            with self.assertRaises(RuntimeError) as raised:
                Server("--memory", *arguments)
            self.assertIn(place, str(raised.exception))


if __name__ == "__main__":
    unittest.main()
