"""Exports and imports with boto3: to and from a folder, and a server that speaks S3; over kills in the middle."""

import base64
import gzip
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request

import boto3
import botocore.config

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.dynamo import Client  # noqa: E402
from harness.server import ROOT, Server  # noqa: E402

OPTIONS = {"region_name": "us-east-1", "aws_access_key_id": "AKIAIOSFODNN7EXAMPLE", "aws_secret_access_key": "secret"}
KEY = {"AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}], "BillingMode": "PAY_PER_REQUEST",
       "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]}

# {"Item": {"pk": {"S": "7"}, ...}}, as the zstd tool packs it.
ZSTD_OF_ITEM_7 = "KLUv/QRoBQIAAoQNEpDPAQJD0pZJyeH/luNZslvnEqC7Xb86KZ+nxNQvh/4ogpzP1W/j82TPoW/O5wvKXz6Pj6LfAgA0JdFVvncfQZI="


def client_of(server):
    return boto3.client("dynamodb", endpoint_url=server.url, **OPTIONS,
                        config=botocore.config.Config(retries={"max_attempts": 2}))


def create(client, name, recover=True):
    arn = client.create_table(TableName=name, **KEY)["TableDescription"]["TableArn"]
    if recover:
        client.update_continuous_backups(TableName=name, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})
    return arn


def fill(client, table, count):
    for first in range(0, count, 25):
        client.batch_write_item(RequestItems={table: [
            {"PutRequest": {"Item": {"pk": {"S": str(i)}, "n": {"N": str(i)}, "text": {"S": "é\n\"" * 20}}}}
            for i in range(first, min(count, first + 25))]})


def scan(client, table):
    pages = client.get_paginator("scan").paginate(TableName=table, ConsistentRead=True)
    return {item["pk"]["S"]: item for page in pages for item in page["Items"]}


def ended(describe, seconds=60):
    deadline = time.monotonic() + seconds
    while True:
        job = describe()
        if job.get("ExportStatus", job.get("ImportStatus")) != "IN_PROGRESS":
            return job
        if time.monotonic() > deadline:
            raise AssertionError(f"it does not end: {job}")
        time.sleep(0.02)


def export(client, arn, **request):
    begun = client.export_table_to_point_in_time(TableArn=arn, **request)["ExportDescription"]
    return ended(lambda: client.describe_export(ExportArn=begun["ExportArn"])["ExportDescription"])


def import_table(client, name, bucket, prefix, format_="DYNAMODB_JSON", compression="NONE", table=None, **request):
    begun = client.import_table(S3BucketSource={"S3Bucket": bucket, "S3KeyPrefix": prefix}, InputFormat=format_,
                                InputCompressionType=compression, TableCreationParameters={"TableName": name, **(table or KEY)},
                                **request)["ImportTableDescription"]
    return ended(lambda: client.describe_import(ImportArn=begun["ImportArn"])["ImportTableDescription"])


def advance(server, duration):
    request = urllib.request.Request(server.url + "/_trestle/clock", json.dumps({"advance": duration}).encode(), method="POST")
    return json.load(urllib.request.urlopen(request))


class Folder(unittest.TestCase):
    """Buckets are folders: --s3-root."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.bucket = pathlib.Path(self.folder.name) / "bucket"
        self.bucket.mkdir()

    def serve(self, *arguments):
        server = Server("--s3-root", self.folder.name, *(arguments or ("--memory",)))
        self.addCleanup(lambda: server.process.poll() is None and server.stop())
        return server, client_of(server)

    def lines(self, job):
        """What the export's files hold, checked against its manifests."""
        summary_path = self.bucket / job["ExportManifest"]
        summary = json.loads(summary_path.read_text())
        files_path = self.bucket / summary["manifestFilesS3Key"]
        for manifest in (summary_path, files_path):
            digest = base64.b64encode(hashlib.md5(manifest.read_bytes()).digest()).decode()
            for suffix in (".md5", ".checksum"):
                self.assertEqual(manifest.with_suffix(suffix).read_text(), digest)
        self.assertTrue((summary_path.parent / "_started").exists())
        self.assertEqual((summary["itemCount"], summary["exportArn"]), (job["ItemCount"], job["ExportArn"]))
        lines = []
        for line in files_path.read_text().splitlines():
            file = json.loads(line)
            data = (self.bucket / file["dataFileS3Key"]).read_bytes()
            self.assertEqual(file["md5Checksum"], base64.b64encode(hashlib.md5(data).digest()).decode())
            self.assertEqual(file["etag"], hashlib.md5(data).hexdigest())
            found = [json.loads(text) for text in gzip.decompress(data).decode().splitlines()]
            self.assertEqual(file["itemCount"], len(found))
            lines += found
        return summary, lines

    def test_full_export_and_import_of_it(self):
        server, client = self.serve()
        arn = create(client, "source")
        fill(client, "source", 300)
        expected = scan(client, "source")
        stop, changed = threading.Event(), []

        def write():
            other = client_of(server)
            while not stop.is_set():
                other.put_item(TableName="source", Item={"pk": {"S": f"later-{len(changed)}"}})
                changed.append(1)
        begun = client.export_table_to_point_in_time(TableArn=arn, S3Bucket="bucket", S3Prefix="some/where")["ExportDescription"]
        writer = threading.Thread(target=write)
        writer.start()
        job = ended(lambda: client.describe_export(ExportArn=begun["ExportArn"])["ExportDescription"])
        stop.set()
        writer.join()
        self.assertEqual(job["ExportStatus"], "COMPLETED", job)
        self.assertEqual(job["ExportManifest"],
                         f"some/where/AWSDynamoDB/{job['ExportArn'].rsplit('/', 1)[1]}/manifest-summary.json")
        summary, lines = self.lines(job)
        self.assertEqual(summary["version"], "2020-06-30")
        self.assertNotIn("exportType", summary)
        self.assertEqual({line["Item"]["pk"]["S"]: line["Item"] for line in lines}, expected)

        data = str(pathlib.Path(job["ExportManifest"]).parent / "data") + "/"
        done = import_table(client, "target", "bucket", data, compression="GZIP")
        self.assertEqual((done["ImportStatus"], done["ImportedItemCount"], done["ErrorCount"]), ("COMPLETED", 300, 0), done)
        self.assertEqual(scan(client, "target"), expected)
        self.assertEqual(client.list_imports(TableArn=done["TableArn"])["ImportSummaryList"][0]["ImportArn"], done["ImportArn"])
        self.assertEqual([each["ExportArn"] for each in client.list_exports(TableArn=arn)["ExportSummaries"]], [job["ExportArn"]])

    def test_a_past_state_and_the_changes_since(self):
        server, client = self.serve("--memory", "--clock=manual")
        raw = Client(server.url)  # Debian's boto3 has never heard of incremental exports

        def export_raw(**request):
            begun = raw.call("ExportTableToPointInTime", {"TableArn": arn, "S3Bucket": "bucket", **request})["ExportDescription"]
            return ended(lambda: raw.call("DescribeExport", {"ExportArn": begun["ExportArn"]})["ExportDescription"])
        arn = create(client, "changes")
        advance(server, "1s")
        for key in ("kept", "changed", "deleted"):
            client.put_item(TableName="changes", Item={"pk": {"S": key}, "v": {"S": "old"}})
        then = advance(server, "1s")["epoch"]
        advance(server, "1s")
        client.put_item(TableName="changes", Item={"pk": {"S": "changed"}, "v": {"S": "new"}})
        client.delete_item(TableName="changes", Key={"pk": {"S": "deleted"}})
        client.put_item(TableName="changes", Item={"pk": {"S": "inserted"}, "v": {"S": "new"}})
        client.put_item(TableName="changes", Item={"pk": {"S": "came and went"}})
        client.delete_item(TableName="changes", Key={"pk": {"S": "came and went"}})
        advance(server, "1h")

        past = export_raw(ExportTime=then, ExportType="FULL_EXPORT")
        self.assertEqual({line["Item"]["pk"]["S"]: line["Item"]["v"]["S"] for line in self.lines(past)[1]},
                         {"kept": "old", "changed": "old", "deleted": "old"})
        self.assertEqual(past["ExportType"], "FULL_EXPORT")

        period = {"ExportFromTime": then, "ExportViewType": "NEW_AND_OLD_IMAGES"}
        both = export_raw(ExportType="INCREMENTAL_EXPORT", IncrementalExportSpecification=period)
        summary, lines = self.lines(both)
        self.assertEqual((summary["exportType"], summary["outputView"]), ("INCREMENTAL_EXPORT", "NEW_AND_OLD_IMAGES"))
        changes = {line["Keys"]["pk"]["S"]: line for line in lines}
        self.assertEqual(set(changes), {"changed", "deleted", "inserted"})
        self.assertEqual((changes["changed"]["OldImage"]["v"], changes["changed"]["NewImage"]["v"]), ({"S": "old"}, {"S": "new"}))
        self.assertEqual(set(changes["deleted"]), {"Metadata", "Keys", "OldImage"})
        self.assertEqual(set(changes["inserted"]), {"Metadata", "Keys", "NewImage"})
        self.assertEqual(int(changes["inserted"]["Metadata"]["WriteTimestampMicros"]["N"]) // 1000, round((then + 1) * 1000))

        period["ExportViewType"] = "NEW_IMAGE"
        new = export_raw(ExportType="INCREMENTAL_EXPORT", IncrementalExportSpecification=period)
        changes = {line["Keys"]["pk"]["S"]: line for line in self.lines(new)[1]}
        self.assertEqual(set(changes["changed"]), {"Metadata", "Keys", "NewImage"})
        self.assertEqual(set(changes["deleted"]), {"Metadata", "Keys"})

    def test_imports_of_each_kind(self):
        _, client = self.serve()
        line = b'{"Item": {"pk": {"S": "%d"}, "v": {"L": [{"N": "1.50"}, {"NULL": true}]}}}\n'
        (self.bucket / "json").mkdir()
        for i in range(5):
            (self.bucket / "json" / f"{i}.json").write_bytes(line % i)
        self.assertEqual(import_table(client, "json", "bucket", "json/")["ImportedItemCount"], 5)
        self.assertEqual(scan(client, "json")["3"]["v"], {"L": [{"N": "1.5"}, {"NULL": True}]})

        (self.bucket / "one.zst").write_bytes(base64.b64decode(ZSTD_OF_ITEM_7))
        done = import_table(client, "zstd", "bucket", "one.zst", compression="ZSTD")
        self.assertEqual((done["ImportStatus"], done["ImportedItemCount"]), ("COMPLETED", 1), done)
        self.assertEqual(list(scan(client, "zstd")), ["7"])

        (self.bucket / "rows.csv").write_text('pk,n,v\na,1,"x, ""y"""\nb,one,z\nc,3\nd,4,\n')
        table = {"BillingMode": "PAY_PER_REQUEST",
                 "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "n", "AttributeType": "N"}],
                 "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                 "GlobalSecondaryIndexes": [{"IndexName": "by-n", "KeySchema": [{"AttributeName": "n", "KeyType": "HASH"}],
                                             "Projection": {"ProjectionType": "ALL"}}]}
        done = import_table(client, "rows", "bucket", "rows.csv", "CSV", table=table)
        self.assertEqual((done["ImportStatus"], done["FailureCode"]), ("FAILED", "ItemValidationError"), done)
        self.assertEqual((done["ProcessedItemCount"], done["ImportedItemCount"], done["ErrorCount"]), (4, 2, 2), done)
        self.assertEqual(scan(client, "rows"), {"a": {"pk": {"S": "a"}, "n": {"N": "1"}, "v": {"S": 'x, "y"'}},
                                                "d": {"pk": {"S": "d"}, "n": {"N": "4"}}})
        found = client.query(TableName="rows", IndexName="by-n", KeyConditionExpression="n = :n",
                             ExpressionAttributeValues={":n": {"N": "4"}})
        self.assertEqual(found["Count"], 1)

        (self.bucket / "plain").write_text("a|b\n")
        done = import_table(client, "given", "bucket", "plain", "CSV",
                            InputFormatOptions={"Csv": {"Delimiter": "|", "HeaderList": ["pk", "v"]}})
        self.assertEqual((done["ImportStatus"], scan(client, "given")), ("COMPLETED", {"a": {"pk": {"S": "a"}, "v": {"S": "b"}}}))
        nothing = import_table(client, "nothing", "bucket", "there-is-none/")
        self.assertEqual((nothing["ImportStatus"], scan(client, "nothing")), ("COMPLETED", {}))
        wrong = import_table(client, "wrong", "bucket", "plain", compression="GZIP")
        self.assertEqual((wrong["ImportStatus"], wrong["ProcessedItemCount"], wrong["ErrorCount"]), ("FAILED", 1, 1))

    def test_what_a_kill_leaves(self):
        with tempfile.TemporaryDirectory() as data:
            server, client = self.serve("--data", data)
            arn = create(client, "source")
            fill(client, "source", 50)
            with (self.bucket / "many.json").open("w") as file:
                for i in range(20000):
                    file.write('{"Item": {"pk": {"S": "%d"}, "v": {"S": "%s"}}}\n' % (i, "x" * 200))
            begun = client.import_table(S3BucketSource={"S3Bucket": "bucket", "S3KeyPrefix": "many"}, InputFormat="DYNAMODB_JSON",
                                        TableCreationParameters={"TableName": "half", **KEY})["ImportTableDescription"]
            self.assertEqual(client.describe_table(TableName="half")["Table"]["TableStatus"], "CREATING")
            server.kill()
            server, client = self.serve("--data", data)
            job = ended(lambda: client.describe_import(ImportArn=begun["ImportArn"])["ImportTableDescription"])
            self.assertEqual((job["ImportStatus"], job["ImportedItemCount"]), ("COMPLETED", 20000), "it begins anew")
            self.assertEqual(len(scan(client, "half")), 20000)
            self.assertEqual(export(client, arn, S3Bucket="bucket")["ItemCount"], 50)


class Endpoint(unittest.TestCase):
    """A server that speaks S3: --s3-endpoint."""

    def test_export_and_import(self):
        s3rver = ROOT / "tests/clients/node_modules/.bin/s3rver"
        with tempfile.TemporaryDirectory() as folder:
            store = subprocess.Popen(["node", s3rver, "-d", folder, "-a", "127.0.0.1", "-p", "0", "--configure-bucket", "bucket"],
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            try:
                port = None
                while port is None:
                    line = store.stdout.readline()
                    self.assertTrue(line, "s3rver did not start")
                    found = re.search(r"listening on \S*?:(\d+)", line)
                    port = found and found[1]
                # What s3rver expects of everybody.
                keys = {"AWS_ACCESS_KEY_ID": "S3RVER", "AWS_SECRET_ACCESS_KEY": "S3RVER"}
                with Server("--memory", "--s3-endpoint", f"http://127.0.0.1:{port}", environment=keys) as server:
                    client = client_of(server)
                    arn = create(client, "source")
                    fill(client, "source", 60)
                    job = export(client, arn, S3Bucket="bucket", S3Prefix="p")
                    self.assertEqual((job["ExportStatus"], job.get("ItemCount")), ("COMPLETED", 60), job)
                    data = job["ExportManifest"].replace("manifest-summary.json", "data/")
                    done = import_table(client, "target", "bucket", data, compression="GZIP")
                    self.assertEqual(done["ImportStatus"], "COMPLETED", done)
                    self.assertEqual(scan(client, "target"), scan(client, "source"))
                    missing = export(client, arn, S3Bucket="another")
                    self.assertEqual((missing["ExportStatus"], missing["FailureCode"]), ("FAILED", "S3NoSuchBucket"), missing)
            finally:
                store.terminate()
                store.wait(10)


if __name__ == "__main__":
    unittest.main()
