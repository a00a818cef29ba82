"""A data folder and the servers that run on it one after the other, with a clock that the test moves."""

import datetime
import json
import os
import subprocess
import time
import urllib.error
import urllib.request

from harness.dynamo import Client, Refused
from harness.server import ROOT, Server

SECONDS_TO_WAIT = 60


class TimedDatabase:
    def __init__(self, folder, binary, now, *options):
        self._folder, self._binary, self._options = folder, binary, list(options)
        self.now = now  # milliseconds since 1970, as the server's clock has it
        self.bucket = "bucket"
        self.transfers = "--s3-root" in _help(binary)  # it exports and imports
        (folder / "s3" / self.bucket).mkdir(parents=True)
        if self.transfers:
            self._options += ["--s3-root", str(folder / "s3")]
        self.start()

    # Its lives.

    def start(self):
        self.server = Server("--data", str(self._folder / "data"), f"--clock=manual:{_instant(self.now)}", *self._options,
                             binary=self._binary)
        self.client = Client(self.server.url)

    def stop(self):
        self.server.stop()

    def kill(self):
        self.server.kill()

    # Requests.

    def call(self, operation, **body):
        return self.client.call(operation, body)

    def admin(self, path, method="POST", **body):
        """The answer; an AssertionError if it is a refusal."""
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(f"{self.server.url}/_trestle/{path}", data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS_TO_WAIT) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read()}") from error

    def advance(self, milliseconds):
        """What is due then has been done when this returns."""
        self.admin("clock", advance=f"{milliseconds}ms")
        self.now += milliseconds

    def until(self, ready, what):
        deadline = time.monotonic() + SECONDS_TO_WAIT
        while not ready():
            if time.monotonic() > deadline:
                raise AssertionError(f"waited in vain: {what}")
            time.sleep(0.002)

    # Tables.

    def tables(self):
        return self.call("ListTables")["TableNames"]

    def describe(self, table):
        return self.call("DescribeTable", TableName=table)["Table"]

    def is_active(self, table):
        description = self.describe(table)
        indexes = description.get("GlobalSecondaryIndexes", [])
        return description["TableStatus"] == "ACTIVE" and all(index["IndexStatus"] == "ACTIVE" for index in indexes)

    def wait_until_active(self, table):
        self.until(lambda: self.is_active(table), f"{table} is ACTIVE")

    def drop(self, table):
        try:
            self.call("DeleteTable", TableName=table)
        except Refused as refused:
            if refused.code != "ResourceNotFoundException":
                raise

    def items(self, table, key_of, **scan):
        """key -> item, by key_of(item)."""
        found, page = {}, {}
        while page is not None:
            reply = self.call("Scan", TableName=table, **scan, **page)
            for item in reply["Items"]:
                if key_of(item) in found:
                    raise AssertionError(f"the scan of {table} {scan} shows {key_of(item)} twice")
                found[key_of(item)] = item
            page = {"ExclusiveStartKey": reply["LastEvaluatedKey"]} if "LastEvaluatedKey" in reply else None
        return found

    def records(self, stream):
        """All that the stream still tells, in the order of its sequence numbers."""
        told, shards, page = [], [], {}
        while page is not None:
            described = self.call("DescribeStream", StreamArn=stream, **page)["StreamDescription"]
            shards += [shard["ShardId"] for shard in described["Shards"]]
            page = {"ExclusiveStartShardId": described["LastEvaluatedShardId"]} if "LastEvaluatedShardId" in described else None
        for shard in shards:
            told += self._records_of(stream, shard)
        return sorted(told, key=lambda record: int(record["dynamodb"]["SequenceNumber"]))

    def _records_of(self, stream, shard):
        iterator = self.call("GetShardIterator", StreamArn=stream, ShardId=shard, ShardIteratorType="TRIM_HORIZON")["ShardIterator"]
        records = []
        while iterator:
            page = self.call("GetRecords", ShardIterator=iterator)
            records += page["Records"]
            iterator = page.get("NextShardIterator") if page["Records"] else None
        return records

    # What runs in the background.

    def backups(self):
        """The ARNs of those that are AVAILABLE, once none is being made."""
        def listed():
            return self.call("ListBackups")["BackupSummaries"]
        self.until(lambda: all(backup["BackupStatus"] == "AVAILABLE" for backup in listed()), "backups")
        return {backup["BackupArn"] for backup in listed()}

    def export(self, table_arn, **more):
        """The ARN of an export that has begun."""
        return self.call("ExportTableToPointInTime", TableArn=table_arn, S3Bucket=self.bucket, **more)["ExportDescription"]["ExportArn"]

    def finished_export(self, arn):
        return self._finished("DescribeExport", "ExportDescription", "ExportStatus", ExportArn=arn)

    def import_table(self, finished_export, **parameters):
        """The ARN of an import that has begun: a new table with the items of an export."""
        folder = finished_export["ExportManifest"].rpartition("/")[0]
        return self.call("ImportTable", S3BucketSource={"S3Bucket": self.bucket, "S3KeyPrefix": f"{folder}/data/"},
                         InputFormat="DYNAMODB_JSON", InputCompressionType="GZIP", TableCreationParameters={
                             "BillingMode": "PAY_PER_REQUEST", **parameters})["ImportTableDescription"]["ImportArn"]

    def finished_import(self, arn):
        return self._finished("DescribeImport", "ImportTableDescription", "ImportStatus", ImportArn=arn)

    def _finished(self, operation, member, status, **body):
        self.until(lambda: self.call(operation, **body)[member][status] != "IN_PROGRESS", operation)
        return self.call(operation, **body)[member]


def _instant(milliseconds):
    moment = datetime.datetime.fromtimestamp(milliseconds // 1000, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{milliseconds % 1000:03d}Z"


def _help(binary):
    binary = binary or os.environ.get("TRESTLE", ROOT / "build/release/trestle")
    return subprocess.run([str(binary), "serve", "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
