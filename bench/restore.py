#!/usr/bin/python3
"""Measures what point-in-time recovery costs and how long restores and backups take.

  write     puts over existing items, with and without recovery, in turns: rate and ratio
  restore   a table of --items to the state before 0, 1/16, 1/4, 1 and 4 times as many changes
  backup    from the request to AVAILABLE, and the restore of it

Every restored table is counted. Run it on a quiet machine; medians of --rounds.
"""

import argparse
import json
import pathlib
import sys
import tempfile
import time

import served
from served import Client, Items, Server

SHARES = (0, 1 / 16, 1 / 4, 1, 4)


def main():
    arguments = parse_arguments()
    with tempfile.TemporaryDirectory(prefix="trestle-restore-", dir=arguments.folder) as parent:
        bench = Bench(arguments, pathlib.Path(parent))
        bench.writes()
        bench.restores()
    if arguments.json:
        pathlib.Path(arguments.json).write_text("".join(json.dumps(row) + "\n" for row in bench.rows))
    return 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="the server, if not the release")
    parser.add_argument("--items", type=int, default=200_000, help="of the table that is restored")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each turn of writes")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--durability", default="strict", choices=["strict", "relaxed"])
    parser.add_argument("--folder", help="where the data folder is made: a disk, not tmpfs")
    parser.add_argument("--json", help="a file for the results")
    return parser.parse_args()


class Bench:
    def __init__(self, arguments, folder):
        self._arguments = arguments
        self._binary = str(served.binary_of(arguments.binary))
        self._folder = folder
        self.rows = []

    def serve(self, name):
        return Server("--data", str(self._folder / name), f"--durability={self._arguments.durability}", binary=self._binary)

    def report(self, **row):
        self.rows.append(row)
        print("  ".join(f"{name} {value:,.3g}" if isinstance(value, float) else f"{name} {value}" for name, value in row.items()), flush=True)

    def writes(self):
        """The same puts to a table with recovery and to one without, in turns."""
        items, rates = Items(min(20_000, self._arguments.items)), {"plain": [], "recovery": []}
        with self.serve("writes") as server:
            client = Client(server.url)
            for name in rates:
                served.create_table(client, name, with_index=False)
                served.wait_until_active(client, name)
                served.load(server.url, items, name)
            recover(client, "recovery")
            files = {name: served.write_requests(self._folder / f"{name}.requests", served.put_requests(
                items, 0, items.count, versions=2, table=name)) for name in rates}
            for _ in range(self._arguments.rounds):
                for name in rates:
                    done = served.replay(server.url, files[name], connections=self._arguments.clients,
                                         seconds=self._arguments.seconds, binary=self._arguments.binary)
                    rates[name].append(done["rate"])
        plain, recovery = (served.median(rates[name]) for name in ("plain", "recovery"))
        ratio = served.median(with_ / without for with_, without in zip(rates["recovery"], rates["plain"]))
        self.report(what="write", plain_rate=float(plain), recovery_rate=float(recovery), ratio=float(ratio))

    def restores(self):
        count = self._arguments.items
        items = Items(count)
        with self.serve("restores") as server:
            client = Client(server.url)
            served.create_table(client, with_index=False)
            served.wait_until_active(client)
            recover(client, served.TABLE)
            served.load(server.url, items)
            changes = version = 0
            instant = settled_instant()
            for share in SHARES:
                while changes < int(share * count):
                    part = min(count, int(share * count) - changes)
                    version += 1
                    served.load(server.url, Items(part), version=version)
                    changes += part
                seconds = [self.restore(client, count, {
                    "SourceTableName": served.TABLE, "RestoreDateTime": instant}) for _ in range(self._arguments.rounds)]
                self.report(what="restore", items=count, changes_undone=changes, seconds=float(served.median(seconds)))
            self.backup(client, count)

    def restore(self, client, count, source):
        """Seconds from the request to ACTIVE."""
        begin = time.monotonic()
        operation = "RestoreTableFromBackup" if "BackupArn" in source else "RestoreTableToPointInTime"
        client.call(operation, {"TargetTableName": "restored", **source})
        while client.call("DescribeTable", {"TableName": "restored"})["Table"]["TableStatus"] != "ACTIVE":
            time.sleep(0.002)
        seconds = time.monotonic() - begin
        found = client.call("DescribeTable", {"TableName": "restored"})["Table"]["ItemCount"]
        if found != count:
            raise SystemExit(f"restore: {found} items, not {count}")
        client.call("DeleteTable", {"TableName": "restored"})
        return seconds

    def backup(self, client, count):
        made, restored = [], []
        for number in range(self._arguments.rounds):
            begin = time.monotonic()
            arn = client.call("CreateBackup", {"TableName": served.TABLE, "BackupName": f"number-{number}"})["BackupDetails"]["BackupArn"]
            request = time.monotonic() - begin
            while client.call("DescribeBackup", {"BackupArn": arn})["BackupDescription"]["BackupDetails"]["BackupStatus"] != "AVAILABLE":
                time.sleep(0.001)
            made.append((request, time.monotonic() - begin))
            restored.append(self.restore(client, count, {"BackupArn": arn}))
            client.call("DeleteBackup", {"BackupArn": arn})
        self.report(what="backup", items=count, request_seconds=float(served.median(r for r, _ in made)),
                    available_seconds=float(served.median(a for _, a in made)), restore_seconds=float(served.median(restored)))


def recover(client, table):
    client.call("UpdateContinuousBackups", {
        "TableName": table, "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True}})


def settled_instant():
    """A moment that is over, before which all so far was written."""
    time.sleep(0.01)
    instant = round(time.time(), 3)
    time.sleep(0.01)
    return instant


if __name__ == "__main__":
    sys.exit(main())
