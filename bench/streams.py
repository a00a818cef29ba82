#!/usr/bin/python3
"""Measures streams: what a stream adds to a write, and how fast its records are read back.

  put      PutItem on a table with a stream (NEW_AND_OLD_IMAGES), against the same table without one
  records  every record once, through GetRecords, by one reader for each shard
  scan     the same items, through Scan: what writing their JSON costs without a stream

Prints a table, and with --json a line for each row. Readers count records and do not parse them.
"""

import argparse
import json
import multiprocessing
import pathlib
import sys
import tempfile
import time

import served
from served import Client, Items, Server, request_of

COUNTED = {"GetRecords": b'"eventID"', "Scan": b'"pk":'}


def main():
    arguments = parse_arguments()
    rows = []
    with tempfile.TemporaryDirectory(prefix="trestle-streams-", dir=arguments.folder) as parent:
        folder = pathlib.Path(parent)
        items = Items(arguments.records)
        print(f"{'case':<10} {'requests':>9} {'records':>9} {'seconds':>8} {'records/s':>10} {'MB/s':>7} {'server us':>9}", flush=True)
        rows.append(puts(arguments, folder, with_stream=False))
        rows.append(puts(arguments, folder, with_stream=True))
        with serve(arguments, folder / "long") as server:
            client = Client(server.url)
            served.create_table(client, with_index=False)
            arn = served.enable_stream(client, view="NEW_IMAGE")
            served.load(server.url, items)
            served.wait_until_idle(server.process.pid)
            rows.append(read(server, "records", [(read_shard, shard) for shard in iterators(client, arn)]))
            rows.append(read(server, "scan", [(read_segment, segment) for segment in range(4)]))
    plain, streamed = rows[0]["server_us"], rows[1]["server_us"]
    print(f"a put with a stream takes {streamed / plain:.2f} of the processor time of one without")
    if rows[3]["server_us"] > 0:  # not too few for the clock
        print(f"a record takes {rows[2]['server_us'] / rows[3]['server_us']:.2f} of the processor time of a scanned item")
    served.write_json(arguments.json, rows)
    missing = arguments.records - rows[2]["records"]
    if missing:
        print(f"streams: {missing} records are missing", file=sys.stderr)
    return 1 if missing else 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="the server, if not the release")
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=5.0, help="of puts")
    parser.add_argument("--clients", type=int, default=16, help="connections that put")
    parser.add_argument("--folder", help="where data is kept meanwhile; not tmpfs")
    parser.add_argument("--json", help="a file for the results")
    return parser.parse_args()


def serve(arguments, folder):
    return Server("--data", str(folder), "--durability=relaxed", binary=arguments.binary)


def puts(arguments, folder, with_stream):
    """Overwrites, with another value each time; so every put makes a record where there is a stream."""
    case = "put+stream" if with_stream else "put"
    items = Items(min(arguments.records, 20_000))
    with serve(arguments, folder / case) as server:
        client = Client(server.url)
        served.create_table(client, with_index=False)
        if with_stream:
            served.enable_stream(client)
        served.load(server.url, items)
        served.wait_until_idle(server.process.pid)
        requests = served.put_requests(items, 0, items.count, versions=3)
        file = served.write_requests(folder / f"{case}.requests", requests)
        result = served.replay(server.url, file, connections=arguments.clients, seconds=arguments.seconds,
                               binary=arguments.binary, pid=server.process.pid)
    row = {"case": case, "requests": round(result["rate"] * arguments.seconds), "records": 0, "seconds": arguments.seconds,
           "rate": result["rate"], "megabytes": 0.0, "server_us": result["server_us"]}
    show(row)
    return row


def iterators(client, arn):
    shards = client.call("DescribeStream", {"StreamArn": arn})["StreamDescription"]["Shards"]
    for shard in shards:
        request = {"StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"}
        yield client.call("GetShardIterator", request)["ShardIterator"]


def read(server, case, parts):
    """Runs the readers at once and adds up what they have seen."""
    before, begin = served.processor_seconds(server.process.pid), time.monotonic()
    with multiprocessing.Pool(len(parts)) as pool:
        results = [pool.apply_async(reader, (server.url, part)) for reader, part in parts]
        seen = [result.get() for result in results]
    passed = time.monotonic() - begin
    requests, records, size = (sum(each) for each in zip(*seen))
    used = served.processor_seconds(server.process.pid) - before
    row = {"case": case, "requests": requests, "records": records, "seconds": passed, "rate": records / passed,
           "megabytes": size / 1e6, "server_us": used / max(records, 1) * 1e6}
    show(row)
    return row


def read_shard(url, iterator):
    client, requests, records, size = Client(url), 0, 0, 0
    while True:
        status, body = client.exchange(request_of("GetRecords", {"ShardIterator": iterator}))
        if status != 200:
            raise RuntimeError(f"{status} {body[:300]}")
        found = body.count(COUNTED["GetRecords"])
        requests, records, size = requests + 1, records + found, size + len(body)
        if not found:
            return requests, records, size
        iterator = body.partition(b'"NextShardIterator":"')[2].partition(b'"')[0].decode()


def read_segment(url, segment):
    client, requests, records, size = Client(url), 0, 0, 0
    request = {"TableName": served.TABLE, "Segment": segment, "TotalSegments": 4}
    while True:
        status, body = client.exchange(request_of("Scan", request))
        if status != 200:
            raise RuntimeError(f"{status} {body[:300]}")
        rest = body.partition(b'"LastEvaluatedKey":')[2]
        requests, size = requests + 1, size + len(body)
        records += body.count(COUNTED["Scan"]) - (1 if rest else 0)
        if not rest:
            return requests, records, size
        request["ExclusiveStartKey"] = json.loads(rest[: rest.index(b"}}") + 2])


def show(row):
    print(f"{row['case']:<10} {row['requests']:>9} {row['records']:>9} {row['seconds']:>8.2f} {row['rate']:>10.0f} "
          f"{row['megabytes'] / row['seconds']:>7.1f} {row['server_us']:>9.2f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
