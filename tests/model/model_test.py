#!/usr/bin/python3
"""Writes at random through every API that writes, and holds what the server keeps against a model of it.

The clock is the test's own, so the state of every millisecond is known. In between the server is stopped or
killed, also with a request on its way; indexes come and go; items expire; shards close and are trimmed. The
table, its indexes and counts, the replay of its stream, restores to random instants, of backups and of
snapshots, and, where the server has them, exports that are imported again must all agree with the model.

Everything is decided by the seed, but for the moments at which a request on its way meets a kill. Minutes find more
than the default of 25 seconds:

    tests/model/model_test.py --seconds 600
"""

import argparse
import collections
import pathlib
import random
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from database import INDEXES, ModelDatabase, key_schema  # noqa: E402
from expected import Expected, differences, stream_differences  # noqa: E402
from harness.dynamo import Refused, request_of  # noqa: E402
from writes import TABLE, Writes  # noqa: E402

BEGIN = 1_798_761_600_000  # 2027-01-01
MINUTE = 60_000


def main():
    arguments = parse_arguments()
    print(f"seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="trestle-model-", dir=arguments.folder) as folder:
        test = ModelTest(arguments, pathlib.Path(folder))
        problems = test.run(arguments.seconds)
    print(*problems[:30], sep="\n", end="\n" if problems else "")
    if problems:
        print(f"repeat with: tests/model/model_test.py --seed {arguments.seed} --steps {test.steps}")
    print("model: " + ", ".join(f"{count} {name}" for name, count in sorted(test.done.items())))
    print(f"model: {sum(test.done.values()) - len(problems[:1])} passed, {len(problems)} failed")
    return 1 if problems else 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="the server, if not the release")
    parser.add_argument("--seconds", type=float, default=25, help="how long to write and compare; 25 without it")
    parser.add_argument("--steps", type=int, help="so many steps, instead of --seconds")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32), help="what decides; another one each time without it")
    parser.add_argument("--folder", help="where data folders are made, if not where temporary files are")
    return parser.parse_args()


class ModelTest:
    def __init__(self, arguments, folder):
        self._random = random.Random(arguments.seed)
        self._writes = Writes(self._random)
        self._expected = Expected()
        self._backups = {}  # ARN -> items
        self._unfinished = set()  # of those, ARNs that nobody has waited for
        self._snapshots = {}  # name -> (expected, backups)
        self._folder = folder
        self._most_steps = arguments.steps
        self.database = ModelDatabase(folder, arguments.binary, BEGIN)
        self.steps = 0
        self.done = collections.Counter()  # what was compared, and how often

    def run(self, seconds):
        """The problems found; it ends with the first."""
        deadline = time.monotonic() + seconds
        actions = [(400, self.write), (3, self.leap), (4, self.check_table), (2, self.check_stream), (2, self.check_instant),
                   (2, self.make_backup), (2, self.check_backup), (2, self.make_snapshot), (2, self.check_snapshot),
                   (2, self.change_index), (1, self.check_export), (3, self.restart)]
        steps = self._random.choices([action for _, action in actions], [weight for weight, _ in actions], k=1_000_000)
        problems = []
        self._pass_time(10)
        try:
            while not problems and (self.steps < self._most_steps if self._most_steps else time.monotonic() < deadline):
                problems = steps[self.steps]() or []
                self.steps += 1
            for check in (self.check_table, self.check_stream, self.check_instant, self.check_backup, self.check_snapshot):
                problems += [] if problems else check() or []
            self.database.stop()
        except Exception as error:  # what the server did not do is a finding too
            problems.append(f"step {self.steps}: {error!r}" + "".join(self.database.server.errors[-5:]))
            if self.database.server.process.poll() is None:
                self.database.kill()
        return problems

    # What changes the table.

    def write(self):
        write = self._writes.next(self._expected.items, self.database.now)
        try:
            reply = self.database.client.call(write.operation, write.body)
        except Refused as refused:
            if refused.code != write.refusal:
                return [f"{write.operation} {write.body}: {refused}"]
            self._pass_time(5)
            return []
        if write.refusal:
            return [f"{write.operation} {write.body}: not refused with {write.refusal}"]
        if reply.get("UnprocessedItems"):
            return [f"{write.operation}: {reply['UnprocessedItems']} was not processed"]
        self._expected.apply(write.changes, self.database.now)
        self._pass_time(self._random.choice([4, 5, 50, 1500]))
        return []

    def leap(self):
        self._pass_time(self._random.choice([MINUTE, 20 * MINUTE, 120 * MINUTE, 900 * MINUTE]))

    def change_index(self):
        self.database.wait_until_active(TABLE)
        self.database.change_index()

    def restart(self):
        """Stops the server, or kills it, or kills it with a write on its way; then all is as it should be."""
        how = self._random.choice(["stop", "kill", "kill", "kill while writing"])
        write = self._writes.next(self._expected.items, self.database.now)
        if how == "stop":
            self.database.stop()
        elif how == "kill":
            self.database.kill()
        else:
            self.database.client.send(request_of(write.operation, write.body))
            time.sleep(self._random.random() * 0.002)
            self.database.kill()
        self.database.start()
        self._forget_unfinished()
        if how == "kill while writing":
            self._settle(write)
        return self.check_table()

    def _settle(self, write):
        """A write without an answer happened wholly or not at all; of a batch, each member for itself."""
        found = self.database.all_items()
        happened = [change for change in write.changes if found.get(change[0]) == change[1]]
        if write.refusal:
            happened = []
        elif write.together and len(happened) < len(write.changes):
            happened = [change for change in happened if self._expected.items.get(change[0]) == change[1]]
        self._expected.apply(happened, self.database.now)
        self._pass_time(5)

    def _pass_time(self, milliseconds):
        before = self.database.now
        self.database.advance(milliseconds)
        self._expected.pass_time(before, self.database.now)

    # What is compared.

    def check_table(self):
        self.done["tables"] += 1
        return self._table_differences(TABLE, self._expected.items)

    def _table_differences(self, table, items):
        found = differences(table, items, self.database.all_items(table, ConsistentRead=True))
        counts = [(table, self.database.describe(table)["ItemCount"], len(items))]
        for index, count in self.database.counted_indexes(table).items():
            entries = {key: item for key, item in items.items() if INDEXES[index] in item}
            found += differences(f"{table}.{index}", entries, self.database.all_items(table, IndexName=index))
            counts.append((f"{table}.{index}", count, len(entries)))
        return found + [f"{name}: {count} items counted, not {wanted}" for name, count, wanted in counts if count != wanted]

    def check_stream(self):
        self.done["streams"] += 1
        return stream_differences(self._expected.log, self.database.changes(), self.database.now)

    def check_instant(self):
        window = self.database.call("DescribeContinuousBackups", TableName=TABLE)["ContinuousBackupsDescription"]
        earliest = int(window["PointInTimeRecoveryDescription"]["EarliestRestorableDateTime"] * 1000)
        instants = [instant for instant in self._expected.instants if instant[0] > earliest]
        if not instants:
            return []
        time_then, items_then = self._random.choice(instants)
        self.database.call("RestoreTableToPointInTime", SourceTableName=TABLE, TargetTableName="restored",
                           RestoreDateTime=time_then / 1000)
        return self._compare_restored("instants", items_then)

    def make_backup(self):
        if len(self._backups) >= 3:
            gone = self._random.choice(sorted(self._backups))
            self.database.backups()
            self.database.call("DeleteBackup", BackupArn=gone)
            del self._backups[gone]
        self.database.wait_until_active(TABLE)
        arn = self.database.call("CreateBackup", TableName=TABLE, BackupName="model")["BackupDetails"]["BackupArn"]
        self._backups[arn] = dict(self._expected.items)
        self._unfinished.add(arn)
        if self._random.random() < 0.2:
            self._kill_and_start()

    def _kill_and_start(self):
        """A backup that was being made when the server ended may be gone."""
        self.database.kill()
        self.database.start()
        self._forget_unfinished()

    def _forget_unfinished(self):
        for gone in self._unfinished - self.database.backups():
            self._backups.pop(gone, None)
        self._unfinished.clear()

    def check_backup(self):
        found = self.database.backups()
        if found != set(self._backups):
            return [f"backups: expected {sorted(self._backups)}, found {sorted(found)}"]
        self._unfinished.clear()
        if not found:
            return []
        arn = self._random.choice(sorted(found))
        self.database.call("RestoreTableFromBackup", TargetTableName="restored", BackupArn=arn)
        return self._compare_restored("backups", self._backups[arn])

    def _compare_restored(self, what, items):
        """Writes go on while the table is filled; at times the server is killed, and the table is whole or gone."""
        problems = []
        for _ in range(self._random.randrange(5)):
            problems += self.write() or []
        if self._random.random() < 0.1:
            self._kill_and_start()
            if "restored" not in self.database.tables():
                return problems
        self.database.wait_until_active("restored")
        problems += self._table_differences("restored", items)
        self.database.drop("restored")
        self.done[what] += 1
        return problems

    def make_snapshot(self):
        self.database.backups()
        self._unfinished.clear()
        name = f"s{self._random.randrange(3)}"
        if name in self._snapshots:
            self.database.admin(f"snapshots/{name}", method="DELETE")
        self.database.admin("snapshots", name=name)
        self._snapshots[name] = (self._expected.copied(), dict(self._backups))

    def check_snapshot(self):
        if not self._snapshots:
            return []
        listed = {one["name"] for one in self.database.admin("snapshots", method="GET")["snapshots"]}
        if listed != set(self._snapshots):
            return [f"snapshots: expected {sorted(self._snapshots)}, found {sorted(listed)}"]
        if self._random.random() < 0.3:
            self.database.admin("reset")
            if self.database.tables():
                return [f"an emptied database has {self.database.tables()}"]
        name = self._random.choice(sorted(self._snapshots))
        self.database.admin(f"snapshots/{name}/restore")
        expected, backups = self._snapshots[name]
        self._expected, self._backups = expected.copied(), dict(backups)
        self._pass_time(1)  # what has expired since is gone when the clock has moved
        self.done["snapshots"] += 1
        if self._random.random() < 0.3:
            self._kill_and_start()
        return self.check_table() + self.check_stream() + self.check_backup()

    def check_export(self):
        if not self.database.transfers or not self._expected.instants:
            return []
        time_then, items_then = self._expected.instants[-1]
        arn = self.database.export(self.database.describe(TABLE)["TableArn"], S3Prefix="model", ExportTime=time_then / 1000)
        export = self.database.finished_export(arn)
        if export["ExportStatus"] != "COMPLETED" or export["ItemCount"] != len(items_then):
            return [f"export of {len(items_then)} items: {export}"]
        arn = self.database.import_table(export, TableName="restored", **key_schema())
        imported = self.database.finished_import(arn)
        if imported["ImportStatus"] != "COMPLETED":
            return [f"import of {len(items_then)} items: {imported}"]
        return self._compare_restored("exports", items_then)


if __name__ == "__main__":
    sys.exit(main())
