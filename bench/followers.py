#!/usr/bin/python3
"""Measures what a stream, an expiry and a history add to a write.

Tables of one server differ in what follows their changes. Each gets the same puts in turn, round by
round, every one a change; what counts is the ratio to the plain table of the same round.
"""

import argparse
import pathlib
import statistics
import sys
import tempfile

import served
from served import Client, Items, Server

COUNT = 40_000
YEAR_2100 = 4102444800
VIEW = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}


def add_stream(client, table):
    client.call("UpdateTable", {"TableName": table, "StreamSpecification": VIEW})
    served.wait_until_active(client, table)


def add_expiry(client, table):
    specification = {"Enabled": True, "AttributeName": "cnt"}
    client.call("UpdateTimeToLive", {"TableName": table, "TimeToLiveSpecification": specification})


def add_history(client, table):
    specification = {"PointInTimeRecoveryEnabled": True}
    client.call("UpdateContinuousBackups", {"TableName": table, "PointInTimeRecoverySpecification": specification})


FOLLOWERS = {
    "plain": [],
    "stream": [add_stream],
    "expiry": [add_expiry],
    "history": [add_history],
    "all": [add_stream, add_expiry, add_history],
}


class ExpiringItems(Items):
    def json(self, number, version=0):
        return super().json(number, version).replace('"cnt":{"N":"0"}', f'"cnt":{{"N":"{YEAR_2100 + version}"}}')


def main():
    arguments = parse_arguments()
    print(f"{'mode':<8} {'table':<8} {'puts/s':>8} {'ratio':>6} {'cpu us':>7} {'cpu ratio':>9}", flush=True)
    rows = []
    for mode in ["strict", "memory"]:
        with tempfile.TemporaryDirectory(prefix="trestle-followers-", dir=arguments.folder) as parent:
            rows += measure(arguments, mode, pathlib.Path(parent))
    served.write_json(arguments.json, rows)
    return 0


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
    items = ExpiringItems(COUNT)
    where = ["--memory"] if mode == "memory" else ["--data", str(folder / "data")]
    with Server(*where, binary=arguments.binary) as server:
        client = Client(server.url)
        requests = {}
        for table, followers in FOLLOWERS.items():
            served.create_table(client, table, with_index=False)
            served.wait_until_active(client, table)
            for add in followers:
                add(client, table)
            puts = served.put_requests(items, 0, COUNT, versions=2, table=table)
            requests[table] = served.write_requests(folder / table, puts)
        results = {table: [] for table in FOLLOWERS}
        for _ in range(arguments.rounds):
            for table, file in requests.items():
                results[table].append(served.replay(server.url, file, connections=arguments.clients,
                                                    seconds=arguments.seconds, binary=arguments.binary,
                                                    pid=server.process.pid))
    return [report(mode, table, results) for table in FOLLOWERS]


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
