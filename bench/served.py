"""What the measurements of a running server share: servers, items, quick loading, replayed requests."""

import json
import multiprocessing
import os
import pathlib
import random
import statistics
import struct
import subprocess
import sys
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from harness.dynamo import Client, NoAnswer, request_of  # noqa: E402
from harness.server import Server  # noqa: E402

TABLE = "bench"
QUERY_ITEMS = 20
BATCH = 25
LOADERS = 2
CONNECTIONS_OF_A_LOADER = 8

# About 400 bytes, with values that hardly compress.
ITEM = (
    '{{"pk":{{"S":"customer#{0:08d}"}},"sk":{{"S":"order#{1:08d}"}},"gpk":{{"S":"status#{2:08d}"}},'
    '"gsk":{{"S":"2026-{3:010d}"}},"cnt":{{"N":"0"}},"price":{{"N":"{3}.25"}},"active":{{"BOOL":true}},'
    '"data":{{"S":"{4}"}}}}'
)
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"


class Items:
    """A table's items by their number; a partition has `in_partition` of them."""

    def __init__(self, count, in_partition=100):
        self.count = count
        self.in_partition = in_partition
        chance = random.Random(count)
        self._noise = "".join(chance.choices(LETTERS, k=1 << 18))

    def key(self, number):
        partition, place = divmod(number, self.in_partition)
        return {"pk": {"S": f"customer#{partition:08d}"}, "sk": {"S": f"order#{place:08d}"}}

    def json(self, number, version=0):
        partition, place = divmod(number, self.in_partition)
        begin = (number * 7919 + version) % (len(self._noise) - 256)
        return ITEM.format(partition, place, number // QUERY_ITEMS, number, self._noise[begin : begin + 256])


def binary_of(given):
    return pathlib.Path(given or os.environ.get("TRESTLE", ROOT / "build/release/trestle"))


def create_table(client, name=TABLE, with_index=True):
    attributes = ("pk", "sk", "gpk", "gsk") if with_index else ("pk", "sk")
    body = {
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": each, "AttributeType": "S"} for each in attributes],
        "KeySchema": key_schema("pk", "sk"),
    }
    if with_index:
        index = {"IndexName": "gsi", "KeySchema": key_schema("gpk", "gsk"), "Projection": {"ProjectionType": "ALL"}}
        body["GlobalSecondaryIndexes"] = [index]
    client.call("CreateTable", body)


def enable_stream(client, name=TABLE, view="NEW_AND_OLD_IMAGES"):
    """The new stream's ARN."""
    specification = {"StreamEnabled": True, "StreamViewType": view}
    reply = client.call("UpdateTable", {"TableName": name, "StreamSpecification": specification})
    return reply["TableDescription"]["LatestStreamArn"]


def wait_until_active(client, name=TABLE):
    deadline = time.monotonic() + 30
    while client.call("DescribeTable", {"TableName": name})["Table"]["TableStatus"] != "ACTIVE":
        if time.monotonic() > deadline:
            raise RuntimeError(f"{name} does not become active")
        time.sleep(0.02)


def key_schema(partition, sort):
    return [{"AttributeName": partition, "KeyType": "HASH"}, {"AttributeName": sort, "KeyType": "RANGE"}]


def load(url, items, table=TABLE, first=0, version=0):
    """Writes the items from number `first` on, from several processes; says how it goes."""
    begin, last = time.monotonic(), first + items.count
    bounds = [first + items.count * i // LOADERS for i in range(LOADERS)] + [last]
    done = multiprocessing.Value("q", 0)
    processes = [
        multiprocessing.Process(target=_load_part, args=(url, items, table, (low, high), version, done))
        for low, high in zip(bounds, bounds[1:])
    ]
    for process in processes:
        process.start()
    while any(process.is_alive() for process in processes):
        processes[0].join(10)
        passed = time.monotonic() - begin
        if processes[0].is_alive() and done.value:
            left = passed / done.value * (items.count - done.value)
            print(f"  {done.value} of {items.count} items, {done.value / passed:.0f}/s, {left:.0f} s left", flush=True)
    if any(process.exitcode for process in processes):
        raise RuntimeError("a loader failed")


def _load_part(url, items, table, bounds, version, done):
    clients = [Client(url) for _ in range(CONNECTIONS_OF_A_LOADER)]
    low, high = bounds
    number = low
    while number < high:
        sent = []
        for client in clients[: -(-(high - number) // BATCH)]:
            end = min(number + BATCH, high)
            puts = ",".join('{"PutRequest":{"Item":' + items.json(n, version) + "}}" for n in range(number, end))
            client.send(request_of("BatchWriteItem", ('{"RequestItems":{"' + table + '":[' + puts + "]}}").encode()))
            sent.append(client)
            number = end
        for client in sent:
            status, body = client.receive()
            if status != 200 or b'"UnprocessedItems":{}' not in body:
                raise RuntimeError(f"not all written: {status} {body[:300]}")
        with done.get_lock():
            done.value += min(len(sent) * BATCH, high - low)


def get_requests(items, table=TABLE, count=100_000):
    chance = random.Random(1)
    for _ in range(min(count, 4 * items.count)):
        yield "GetItem", {"TableName": table, "Key": items.key(chance.randrange(items.count))}


def query_requests(items, count=30_000):
    chance = random.Random(2)
    for _ in range(min(count, 4 * items.count)):
        number = chance.randrange(items.count // items.in_partition) * items.in_partition
        first = chance.randrange(items.in_partition - QUERY_ITEMS + 1)
        yield "Query", {
            "TableName": TABLE,
            "KeyConditionExpression": "pk = :p AND sk BETWEEN :a AND :b",
            "ExpressionAttributeValues": {
                ":p": items.key(number)["pk"],
                ":a": items.key(number + first)["sk"],
                ":b": items.key(number + first + QUERY_ITEMS - 1)["sk"],
            },
        }


def index_query_requests(items, count=30_000):
    """All items of one partition of the index."""
    chance = random.Random(3)
    for _ in range(min(count, 4 * items.count)):
        yield "Query", {
            "TableName": TABLE,
            "IndexName": "gsi",
            "KeyConditionExpression": "gpk = :p",
            "ExpressionAttributeValues": {":p": {"S": f"status#{chance.randrange(items.count // QUERY_ITEMS):08d}"}},
        }


def put_requests(items, first, count=60_000, versions=1, table=TABLE):
    """Whoever sends them again and again needs two versions: a put of what is there already writes nothing."""
    for version in range(versions):
        for number in range(first, first + count):
            yield "PutItem", ('{"TableName":"' + table + '","Item":' + items.json(number, version) + "}").encode()


def write_json(path, rows):
    """A line for each row, if there is a path."""
    if path:
        pathlib.Path(path).write_text("".join(json.dumps(row) + "\n" for row in rows))


def write_requests(path, requests):
    with open(path, "wb") as out:
        for operation, body in requests:
            raw = request_of(operation, body)
            out.write(struct.pack("<I", len(raw)) + raw)
        out.flush()
        os.fsync(out.fileno())  # or the system does it half a minute later, and the server's syncs wait behind it
    return path


def replay(url, requests, *, connections, seconds, binary, pid=0):
    program = binary_of(binary).resolve().with_name("replay")
    command = [program, urllib.parse.urlsplit(url).port, requests, connections, seconds, pid]
    ended = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(ended.stdout)


def resident_megabytes(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the server is gone")


def wait_until_idle(pid, longest=120):
    """Until the server's processor is idle: flushes and compactions are over."""
    deadline = time.monotonic() + longest
    quiet = 0
    while quiet < 3 and time.monotonic() < deadline:
        before = processor_seconds(pid)
        time.sleep(0.3)
        quiet = quiet + 1 if processor_seconds(pid) - before < 0.02 else 0


def wait_until_settled(folder, quiet=30, longest=900):
    """Until the server has merged what it merges when nobody writes: no table file comes or goes for a while."""
    files = None
    deadline = time.monotonic() + longest
    unchanged_since = time.monotonic()
    while time.monotonic() < min(unchanged_since + quiet, deadline):
        now = {path.name for path in pathlib.Path(folder).rglob("*.sst")}
        if now != files:
            files, unchanged_since = now, time.monotonic()
        time.sleep(1)


def processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def folder_bytes(folder):
    return sum(path.stat().st_size for path in pathlib.Path(folder).rglob("*") if path.is_file())


def median(values):
    return statistics.median(values)
