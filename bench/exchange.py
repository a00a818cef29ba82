#!/usr/bin/python3
"""Measures exports and imports: how many items a second, and what one costs the server's processor.

  export  a table of --items to a folder (--s3-root), gzip, from the request to COMPLETED
  import  what was exported, into a new table
  scan    the same items through Scan, one reader: what writing their JSON costs alone

Beside the seconds that passed it shows the processor's, which a busy machine changes less. Medians of --rounds.
"""

import argparse
import pathlib
import sys
import tempfile
import time

import served
from served import Client, Items, Server

BUCKET = "bucket"


def main():
    arguments = parse_arguments()
    print(f"{'what':<7} {'items':>10} {'seconds':>8} {'items/s':>9} {'cpu us':>7} {'MB of files':>12}", flush=True)
    with tempfile.TemporaryDirectory(prefix="trestle-exchange-", dir=arguments.folder) as parent:
        rows = measure(arguments, pathlib.Path(parent))
    served.write_json(arguments.json, rows)
    return 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="the server, if not the release")
    parser.add_argument("--items", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", help="where data is kept meanwhile: a disk, not tmpfs")
    parser.add_argument("--json", help="a file for the results")
    return parser.parse_args()


def measure(arguments, folder):
    bucket = folder / "s3" / BUCKET
    bucket.mkdir(parents=True)
    with Server("--data", str(folder / "data"), "--s3-root", str(bucket.parent),
                binary=str(served.binary_of(arguments.binary))) as server:
        client, pid = Client(server.url), server.process.pid
        served.create_table(client, with_index=False)
        served.wait_until_active(client)
        client.call("UpdateContinuousBackups", {
            "TableName": served.TABLE, "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True}})
        served.load(server.url, Items(arguments.items))
        served.wait_until_idle(pid)
        taken = {"export": [], "import": [], "scan": []}
        for _ in range(arguments.rounds):
            taken["export"].append(timed(pid, lambda: export(client, arguments.items)))
            prefix = newest(bucket)
            taken["import"].append(timed(pid, lambda: import_table(client, prefix, arguments.items)))
            client.call("DeleteTable", {"TableName": "imported"})
            taken["scan"].append(timed(pid, lambda: scan(client, arguments.items)))
        megabytes = served.folder_bytes(bucket / newest(bucket)) / 1e6
    return [report(what, arguments.items, times, megabytes) for what, times in taken.items()]


def timed(pid, run):
    """Seconds that passed, and those of the server's processor."""
    begin, before = time.monotonic(), served.processor_seconds(pid)
    run()
    return time.monotonic() - begin, served.processor_seconds(pid) - before


def export(client, count):
    arn = client.call("DescribeTable", {"TableName": served.TABLE})["Table"]["TableArn"]
    job = client.call("ExportTableToPointInTime", {"TableArn": arn, "S3Bucket": BUCKET})["ExportDescription"]
    while job["ExportStatus"] == "IN_PROGRESS":
        time.sleep(0.005)
        job = client.call("DescribeExport", {"ExportArn": job["ExportArn"]})["ExportDescription"]
    if job.get("ItemCount") != count:
        raise SystemExit(f"exchange: {job}")


def newest(bucket):
    """The folder of the data of the last export."""
    return max((bucket / "AWSDynamoDB").iterdir()).relative_to(bucket) / "data"


def import_table(client, prefix, count):
    attributes = [{"AttributeName": each, "AttributeType": "S"} for each in ("pk", "sk")]
    job = client.call("ImportTable", {
        "S3BucketSource": {"S3Bucket": BUCKET, "S3KeyPrefix": f"{prefix}/"}, "InputFormat": "DYNAMODB_JSON",
        "InputCompressionType": "GZIP", "TableCreationParameters": {
            "TableName": "imported", "AttributeDefinitions": attributes, "KeySchema": served.key_schema("pk", "sk"),
            "BillingMode": "PAY_PER_REQUEST"}})["ImportTableDescription"]
    while job["ImportStatus"] == "IN_PROGRESS":
        time.sleep(0.005)
        job = client.call("DescribeImport", {"ImportArn": job["ImportArn"]})["ImportTableDescription"]
    if job["ImportedItemCount"] != count:
        raise SystemExit(f"exchange: {job}")


def scan(client, count):
    found, page = 0, {}
    while True:
        reply = client.call("Scan", {"TableName": served.TABLE, **page})
        found += reply["Count"]
        if "LastEvaluatedKey" not in reply:
            break
        page = {"ExclusiveStartKey": reply["LastEvaluatedKey"]}
    if found != count:
        raise SystemExit(f"exchange: {found} items, not {count}")


def report(what, count, times, megabytes):
    seconds, processor = (served.median(column) for column in zip(*times))
    row = {"what": what, "items": count, "seconds": round(seconds, 3), "rate": round(count / seconds),
           "cpu_us": round(processor / count * 1e6, 2), "megabytes": round(megabytes, 1)}
    print("{what:<7} {items:>10,} {seconds:>8.2f} {rate:>9,} {cpu_us:>7.2f} {megabytes:>12.1f}".format(**row), flush=True)
    return row


if __name__ == "__main__":
    sys.exit(main())
