#!/usr/bin/python3
"""Measures what a bound model adds to a put.

Two tables of one server hold the same items, which carry all their keys; one of them is bound in mode enforce, so the
server finds out their entity, checks nine attributes and derives four keys. Both get the same puts in turn, round by
round, every one a change; what counts is the ratio to the unbound table of the same round. It may be 1.25 at most.
"""

import argparse
import json
import pathlib
import statistics
import sys
import tempfile
import urllib.request

import served
from served import Client, Items, Server

COUNT = 40_000
MOST = 1.25
MODEL = """format = 1
model = "bound"
version = 1
[tables.bound]
partition_key = "pk"
sort_key = "sk"
[tables.bound.indexes.gsi]
partition_key = "gpk"
sort_key = "gsk"
[entities.Order]
table = "bound"
pk = "customer#{Customer}"
sk = "order#{Number:pad(8)}"
gpk = { template = "status#{Status}", when = "active = true" }
gsk = "{Number:pad(8)}"
[entities.Order.attributes]
Customer = "string"
Number = { type = "integer", min = 0 }
Status = { type = "string", max_length = 20 }
cnt = "integer"
price = { type = "decimal", min = 0 }
active = "boolean"
tags = "string_set"
address = "map"
data = { type = "string", min_length = 1 }
"""


class Orders(Items):
    """The usual items, with what their keys are made of."""

    def json(self, number, version=0):
        item = json.loads(super().json(number, version))
        partition, place = divmod(number, self.in_partition)
        status = f"{number // 20:06d}"
        item |= {"EntityType": {"S": "Order"}, "Customer": {"S": f"{partition:08d}"}, "Number": {"N": str(place)},
                 "Status": {"S": status}, "gpk": {"S": f"status#{status}"}, "gsk": {"S": f"{place:08d}"}}
        return json.dumps(item)


def bind(url):
    body = json.dumps({"text": MODEL, "file": "bound.trestle.toml", "mode": "enforce"}).encode()
    request = urllib.request.Request(f"{url}/_trestle/models", body, method="PUT")
    with urllib.request.urlopen(request) as reply:
        assert json.load(reply)["tables"][0]["bound"]


def main():
    arguments = parse_arguments()
    print(f"{'mode':<8} {'table':<8} {'puts/s':>8} {'ratio':>6} {'cpu us':>7} {'cpu ratio':>9}", flush=True)
    rows = []
    for mode in ["strict", "memory"]:
        with tempfile.TemporaryDirectory(prefix="trestle-binding-", dir=arguments.folder) as parent:
            rows += measure(arguments, mode, pathlib.Path(parent))
    served.write_json(arguments.json, rows)
    return int(any(row["cpu_ratio"] > MOST for row in rows))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="the server, if not the release")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", help="where data is kept meanwhile: a disk, not tmpfs")
    parser.add_argument("--json", help="a file for the results")
    return parser.parse_args()


def measure(arguments, mode, folder):
    items = Orders(COUNT)
    where = ["--memory"] if mode == "memory" else ["--data", str(folder / "data")]
    tables = ["plain", "bound"]
    with Server(*where, binary=arguments.binary) as server:
        client = Client(server.url)
        requests = {}
        for table in tables:
            served.create_table(client, table)
            served.wait_until_active(client, table)
            puts = served.put_requests(items, 0, COUNT, versions=2, table=table)
            requests[table] = served.write_requests(folder / table, puts)
        bind(server.url)
        results = {table: [] for table in tables}
        for _ in range(arguments.rounds):
            for table, file in requests.items():
                results[table].append(served.replay(server.url, file, connections=arguments.clients,
                                                    seconds=arguments.seconds, binary=arguments.binary,
                                                    pid=server.process.pid))
    return [report(mode, table, results) for table in tables]


def report(mode, table, results):
    def median_ratio(member):
        return statistics.median(one[member] / plain[member] for one, plain in zip(results[table], results["plain"]))

    row = {
        "mode": mode,
        "table": table,
        "rate": statistics.median(one["rate"] for one in results[table]),
        "ratio": round(median_ratio("rate"), 3),
        "cpu_us": statistics.median(one["server_us"] for one in results[table]),
        "cpu_ratio": round(median_ratio("server_us"), 3),
    }
    print(f"{mode:<8} {table:<8} {row['rate']:>8.0f} {row['ratio']:>6.2f} {row['cpu_us']:>7.1f} {row['cpu_ratio']:>9.2f}",
          flush=True)
    return row


if __name__ == "__main__":
    sys.exit(main())
