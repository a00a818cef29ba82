#!/usr/bin/python3
"""Kills a server in the middle of what takes long, and checks that nothing is half done after a restart.

Backups, restores, exports, imports, the filling and dropping of an index, expiry, the trimming of streams and
histories, snapshots and the way back to them: each is begun, and a kill -9 ends the server some milliseconds
later. Then the next one starts, and whatever was begun is complete or absent; restores, exports and imports that were
answered go on and become complete; what it worked on is untouched; and it can be done again.

The seed decides what is done and when the kill comes.
"""

import argparse
import collections
import contextlib
import http.client
import json
import pathlib
import random
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.dynamo import NoAnswer  # noqa: E402
from harness.timed import TimedDatabase  # noqa: E402

BEGIN = 1_798_761_600_000  # 2027-01-01
DAY = 24 * 3600 * 1000
SOURCE, TARGET = "source", "target"
INDEX = {"IndexName": "ByGroup", "KeySchema": [{"AttributeName": "group", "KeyType": "HASH"}], "Projection": {"ProjectionType": "ALL"}}
KEYS = {"KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}], "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}]}
WITH_GROUP = KEYS["AttributeDefinitions"] + [{"AttributeName": "group", "AttributeType": "S"}]


def main():
    arguments = parse_arguments()
    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="trestle-interrupted-", dir=arguments.folder) as folder:
        test = Interruptions(arguments, pathlib.Path(folder))
        problems = test.run(arguments.seconds)
    print(*problems[:30], sep="\n", end="\n" if problems else "")
    print("interrupted: " + ", ".join(f"{name} {done} of {total}" for name, (done, total) in sorted(test.outcomes.items())))
    print(f"interrupted: {test.lives - len(problems[:1])} passed, {len(problems)} failed")
    return 1 if problems else 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", help="the server, if not the release")
    parser.add_argument("--seconds", type=float, default=25, help="when to begin nothing more")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--items", type=int, default=4000, help="of the table that all is done with")
    parser.add_argument("--only", help="one of what is done, by the name of its function")
    parser.add_argument("--folder", help="where data folders are made, if not where temporary files are")
    return parser.parse_args()


class Interruptions:
    def __init__(self, arguments, folder):
        self._random = random.Random(arguments.seed)
        self._only = arguments.only
        self._folder = folder
        self._items = {f"i{number:06}": _item(number) for number in range(arguments.items)}
        self._longest = collections.defaultdict(lambda: 0.06)  # seconds until a kill, by what is done
        self.outcomes = collections.defaultdict(lambda: [0, 0])  # how often it was complete after the kill
        self.lives = 0
        self.database = TimedDatabase(folder, arguments.binary, BEGIN, "--stream-shard-hours=1")

    def run(self, seconds):
        """The problems found; it ends with the first."""
        deadline = time.monotonic() + seconds
        done = [self.backup, self.restore_of_a_backup, self.restore_of_an_instant, self.backfill, self.drop_of_an_index, self.drop_of_a_table,
                self.expiry, self.trimming, self.snapshot, self.way_back, self.reset]
        if self.database.transfers:
            done += [self.export, self.import_of_an_export]
        problems = []
        try:
            self._load()
            while not problems and (self.lives == 0 or time.monotonic() < deadline):
                for one in self._random.sample(done, len(done)):
                    if problems or (self._only and one.__name__ != self._only):
                        continue
                    problems = one()
                    self.lives += 1
                    problems += [] if problems else self._differences(SOURCE)
                    if time.monotonic() > deadline:
                        break
            self.database.stop()
        except Exception as error:  # what the server did not do is a finding too
            problems.append(f"life {self.lives}: {error!r} " + "".join(self.database.server.errors[-5:]))
            if self.database.server.process.poll() is None:
                self.database.kill()
        return problems

    def _load(self):
        self.database.call("CreateTable", TableName=SOURCE, BillingMode="PAY_PER_REQUEST", **KEYS)
        self.database.call("UpdateContinuousBackups", TableName=SOURCE,
                           PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})
        self._put(SOURCE, list(self._items.values()))
        self.database.advance(1000)

    def _put(self, table, items):
        for first in range(0, len(items), 25):
            batch = [{"PutRequest": {"Item": item}} for item in items[first:first + 25]]
            self.database.call("BatchWriteItem", RequestItems={table: batch})

    # How something is interrupted.

    def _interrupt(self, name, begin):
        """Calls `begin` on a thread of its own and kills the server a little later; what it answered, if it did."""
        answers = []

        def run():
            with contextlib.suppress(NoAnswer, OSError, http.client.HTTPException):
                answers.append(begin())
        thread = threading.Thread(target=run)
        thread.start()
        time.sleep(self._random.random() * self._longest[name])
        self.database.kill()
        thread.join()
        self.database.start()
        return answers[0] if answers else None

    def _note(self, name, complete):
        """The next kill comes sooner if it came too late, and later if it came too soon."""
        self.outcomes[name][0] += bool(complete)
        self.outcomes[name][1] += 1
        self._longest[name] = min(1.0, max(0.002, self._longest[name] * (0.7 if complete else 1.4)))

    def _differences(self, table, index=None):
        found = self.database.items(table, lambda item: item["id"]["S"], **({"IndexName": index} if index else {"ConsistentRead": True}))
        counted = [described["ItemCount"] for described in self.database.describe(table).get("GlobalSecondaryIndexes", [])
                   if described["IndexName"] == index] if index else [self.database.describe(table)["ItemCount"]]
        problems = [f"{table} {index or ''} {key}: expected {self._items.get(key)}, found {found.get(key)}"
                    for key in sorted(self._items.keys() | found.keys()) if self._items.get(key) != found.get(key)]
        return problems[:5] + ([] if counted == [len(self._items)] else [f"{table} {index or ''}: {counted} items counted, not {len(self._items)}"])

    def _restore(self, name, operation, **request):
        """The target table becomes complete if the restore was answered; else it may be gone."""
        answered = self._interrupt(name, lambda: self.database.call(operation, TargetTableName=TARGET, **request))
        there = TARGET in self.database.tables()
        self._note(name, there and self.database.is_active(TARGET))
        if not there:
            return [f"the {name} was answered and its table is not there"] if answered else []
        self.database.wait_until_active(TARGET)
        problems = self._differences(TARGET)
        self.database.drop(TARGET)
        return problems

    # What is interrupted.

    def backup(self):
        before = self.database.backups()
        self._interrupt("backup", lambda: self.database.call("CreateBackup", TableName=SOURCE, BackupName="interrupted"))
        made = self.database.backups() - before
        self._note("backup", made)
        for arn in made:
            self.database.call("RestoreTableFromBackup", TargetTableName=TARGET, BackupArn=arn)
            self.database.wait_until_active(TARGET)
            problems = self._differences(TARGET)
            self.database.drop(TARGET)
            self.database.call("DeleteBackup", BackupArn=arn)
            return problems
        return self._copies_are_used()

    def _copies_are_used(self):
        """A copy that no backup and no snapshot has would stay for ever."""
        folder = self._folder / "data" / "copies"

        def unused():
            names = {path.name for path in folder.iterdir()} if folder.exists() else set()
            return [name for name in names if name.startswith("backup-")] if not self.database.backups() else []
        try:
            self.database.until(lambda: not unused(), "unused copies")
        except AssertionError:
            return [f"copies that nobody uses: {unused()}"]
        return []

    def restore_of_a_backup(self):
        arn = self.database.call("CreateBackup", TableName=SOURCE, BackupName="kept")["BackupDetails"]["BackupArn"]
        self.database.backups()
        problems = self._restore("restore of a backup", "RestoreTableFromBackup", BackupArn=arn)
        self.database.call("DeleteBackup", BackupArn=arn)
        return problems

    def restore_of_an_instant(self):
        instant = self.database.now / 1000
        self.database.advance(1000)
        keys = self._random.sample(sorted(self._items), 50)
        self._put(SOURCE, [{"id": {"S": key}, "wrong": {"BOOL": True}} for key in keys])
        problems = self._restore("restore of an instant", "RestoreTableToPointInTime", SourceTableName=SOURCE, RestoreDateTime=instant)
        self._put(SOURCE, [self._items[key] for key in keys])
        return problems

    def _has_index(self):
        return any(index["IndexName"] == "ByGroup" for index in self.database.describe(SOURCE).get("GlobalSecondaryIndexes", []))

    def _change_index(self, **change):
        return self.database.call("UpdateTable", TableName=SOURCE, AttributeDefinitions=WITH_GROUP, GlobalSecondaryIndexUpdates=[change])

    def backfill(self):
        self._interrupt("backfill", lambda: self._change_index(Create=INDEX))
        there = self._has_index()
        self._note("backfill", there and self.database.is_active(SOURCE))
        if not there:
            return []
        self.database.wait_until_active(SOURCE)
        problems = self._differences(SOURCE, "ByGroup")
        self._change_index(Delete={"IndexName": "ByGroup"})
        return problems

    def drop_of_an_index(self):
        self._change_index(Create=INDEX)
        self.database.wait_until_active(SOURCE)
        self._interrupt("drop of an index", lambda: self._change_index(Delete={"IndexName": "ByGroup"}))
        there = self._has_index()
        self._note("drop of an index", not there)
        problems = self._differences(SOURCE, "ByGroup") if there else []
        if there:
            self._change_index(Delete={"IndexName": "ByGroup"})
        return problems

    def drop_of_a_table(self):
        self.database.call("CreateTable", TableName=TARGET, BillingMode="PAY_PER_REQUEST", **KEYS)
        self._put(TARGET, list(self._items.values()))
        self._interrupt("drop of a table", lambda: self.database.call("DeleteTable", TableName=TARGET))
        there = TARGET in self.database.tables()
        self._note("drop of a table", not there)
        problems = self._differences(TARGET) if there else []
        self.database.drop(TARGET)
        return problems

    def _streamed_table(self, items, **more):
        self.database.drop(TARGET)
        self.database.call("CreateTable", TableName=TARGET, BillingMode="PAY_PER_REQUEST", GlobalSecondaryIndexes=[INDEX], StreamSpecification={
            "StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}, **KEYS | {"AttributeDefinitions": WITH_GROUP})
        self.database.call("UpdateTimeToLive", TableName=TARGET, TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires"})
        self._put(TARGET, [item | more for item in items])
        return self.database.describe(TARGET)["LatestStreamArn"]

    def expiry(self):
        """Half of the items expire; after the next move of the clock each is gone, once, with its index entry."""
        items = list(self._items.values())[:600]
        stream = self._streamed_table(items[:300], expires={"N": str(self.database.now // 1000 + 5)})
        self._put(TARGET, items[300:])
        self._interrupt("expiry", lambda: self.database.admin("clock", advance="10s"))
        self.database.now += 10_000  # the next server has the clock that this one was moving to
        self.database.kill()
        self.database.start()
        removed = collections.Counter(record["dynamodb"]["Keys"]["id"]["S"] for record in self.database.records(stream)
                                      if record["eventName"] == "REMOVE")
        self._note("expiry", len(removed) == 300)
        self.database.advance(1000)
        left = {item["id"]["S"] for item in items[300:]}
        removed = collections.Counter(record["dynamodb"]["Keys"]["id"]["S"] for record in self.database.records(stream)
                                      if record["eventName"] == "REMOVE")
        problems = [] if removed == collections.Counter(item["id"]["S"] for item in items[:300]) else [f"expiry: removed {removed}"]
        for index in ({}, {"IndexName": "ByGroup"}):
            found = set(self.database.items(TARGET, lambda item: item["id"]["S"], **index))
            problems += [] if found == left else [f"expiry {index}: {len(found)} items are left, not {len(left)}"]
        described = self.database.describe(TARGET)
        counts = [described["ItemCount"], described["GlobalSecondaryIndexes"][0]["ItemCount"]]
        problems += [] if counts == [300, 300] else [f"expiry: {counts} items counted"]
        self.database.drop(TARGET)
        return problems

    def trimming(self):
        """Records of more than a day ago go; younger ones stay and new ones come."""
        items = list(self._items.values())[:500]
        stream = self._streamed_table(items[:250])
        self.database.advance(DAY)
        self._put(TARGET, items[250:400])
        self._interrupt("trimming", lambda: self.database.admin("clock", advance="2h"))
        self.database.now += 2 * 3600 * 1000
        self.database.kill()
        self.database.start()
        self._put(TARGET, items[400:])
        told = [record["dynamodb"]["Keys"]["id"]["S"] for record in self.database.records(stream)]
        self._note("trimming", True)
        expected = sorted(item["id"]["S"] for item in items[250:])
        self.database.drop(TARGET)
        return [] if sorted(told) == expected else [f"trimming: {len(told)} records are told, not {len(expected)}"]

    # Snapshots.

    def snapshot(self):
        self._interrupt("snapshot", lambda: self.database.admin("snapshots", name="interrupted"))
        names = [one["name"] for one in self.database.admin("snapshots", method="GET")["snapshots"]]
        self._note("snapshot", "interrupted" in names)
        if "interrupted" not in names:
            return []
        self.database.call("CreateTable", TableName=TARGET, BillingMode="PAY_PER_REQUEST", **KEYS)
        self.database.admin("snapshots/interrupted/restore")
        self.database.admin("snapshots/interrupted", method="DELETE")
        return [] if self.database.tables() == [SOURCE] else [f"a snapshot has {self.database.tables()}"]

    def way_back(self):
        return self._leave("way back", "snapshots/kept/restore", [SOURCE])

    def reset(self):
        return self._leave("reset", "reset", [])

    def _leave(self, name, path, tables_after):
        """The tables are those of before or those of after."""
        self.database.admin("snapshots", name="kept")
        self.database.call("CreateTable", TableName=TARGET, BillingMode="PAY_PER_REQUEST", **KEYS)
        self._put(TARGET, list(self._items.values())[:100])
        self._interrupt(name, lambda: self.database.admin(path))
        tables = self.database.tables()
        self._note(name, tables == tables_after)
        problems = [] if tables in (tables_after, [SOURCE, TARGET]) else [f"{name}: {tables} are left"]
        self.database.admin("snapshots/kept/restore")
        self.database.admin("snapshots/kept", method="DELETE")
        return problems

    # Transfers.

    def export(self):
        arn = self._interrupt("export", self._begin_export)
        exports = {one["ExportArn"]: one["ExportStatus"] for one in self._listed("ListExports", "ExportSummaries")}
        if arn and arn not in exports:
            return [f"{arn} was answered and is not listed"]
        self._note("export", exports.get(arn) == "COMPLETED")
        finished = [self.database.finished_export(one) for one in exports]
        return [problem for export in finished for problem in self._export_problems(export)]

    def _listed(self, operation, member):
        """Of all pages: jobs of the same instant are in no order."""
        page = self.database.call(operation)
        found = page[member]
        while "NextToken" in page:
            page = self.database.call(operation, NextToken=page["NextToken"])
            found += page[member]
        return found

    def _begin_export(self):
        return self.database.export(self.database.describe(SOURCE)["TableArn"], S3Prefix="interrupted")

    def _export_problems(self, export):
        if export["ExportStatus"] != "COMPLETED":  # it goes on after the restart
            return [f"an export is not complete: {export}"]
        bucket = self._folder / "s3" / self.database.bucket
        files = (bucket / export["ExportManifest"]).with_name("manifest-files.json").read_text().splitlines()
        missing = [line for line in files if not (bucket / json.loads(line)["dataFileS3Key"]).exists()]
        count = sum(json.loads(line)["itemCount"] for line in files)
        return [f"an export lacks {missing}"] if missing else [] if count == len(self._items) else [f"an export has {count} items"]

    def import_of_an_export(self):
        export = self.database.finished_export(self._begin_export())
        arn = self._interrupt("import", lambda: self.database.import_table(export, TableName=TARGET, **KEYS))
        imports = {one["ImportArn"]: one["ImportStatus"] for one in self._listed("ListImports", "ImportSummaryList")}
        if arn and arn not in imports:
            return [f"{arn} was answered and is not listed"]
        self._note("import", imports.get(arn) == "COMPLETED")
        finished = [self.database.finished_import(one) for one in imports]
        problems = [f"an import is not complete: {one}" for one in finished if one["ImportStatus"] != "COMPLETED"]
        if TARGET in self.database.tables():
            problems += self._differences(TARGET)
            self.database.drop(TARGET)
        elif arn:
            problems.append(f"{arn} was answered and its table is not there")
        return problems


def _item(number):
    return {"id": {"S": f"i{number:06}"}, "group": {"S": f"g{number % 17}"}, "n": {"N": str(number)}, "text": {"S": f"{number} " * 30}}


if __name__ == "__main__":
    sys.exit(main())
