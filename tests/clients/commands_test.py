"""`trestle export|import|backup|restore|copy`, as a user runs them, against the server at $ENDPOINT and others."""

import decimal
import glob
import gzip
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import uuid

import boto3
from boto3.dynamodb.types import Binary

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import CREDENTIALS, ROOT, Server  # noqa: E402

ENDPOINT = os.environ["ENDPOINT"]
BINARY = str(os.environ.get("TRESTLE", ROOT / "build/release/trestle"))
DYNALITE = ROOT / "tests/clients/node_modules/.bin/dynalite"


def command(*arguments, cwd=None):
    return [BINARY, *map(str, arguments)], {"env": {**os.environ, **CREDENTIALS}, "cwd": cwd, "text": True}


def trestle(*arguments, cwd=None):
    words, settings = command(*arguments, cwd=cwd)
    return subprocess.run(words, capture_output=True, timeout=120, check=False, **settings)


def resource(endpoint):
    return boto3.resource("dynamodb", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="any",
                          aws_secret_access_key="any")


def make_table(dynamo, name=None):
    table = dynamo.create_table(
        TableName=name or f"commands-{uuid.uuid4().hex[:12]}", BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"},
                              {"AttributeName": "owner", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        GlobalSecondaryIndexes=[{"IndexName": "by-owner", "KeySchema": [{"AttributeName": "owner", "KeyType": "HASH"}],
                                 "Projection": {"ProjectionType": "ALL"}}])
    table.wait_until_exists()
    return table


def item(number):
    return {"pk": f"p{number % 50}", "sk": number, "owner": f"o{number % 7}", "text": f"ünï \"{number}\"\n,;" + "x" * 200,
            "list": [1, None, True, {"a": "b"}], "set": {"x", "y"}, "bytes": Binary(bytes([number % 256, 255])),
            "number": decimal.Decimal("12345678901234567890.123")}


def fill(table, count):
    with table.batch_writer() as batch:
        for number in range(count):
            batch.put_item(Item=item(number))


def contents(table):
    """All items by their keys; an item that is there twice would be two."""
    found, start = [], {}
    while True:
        page = table.scan(ConsistentRead=True, **start)
        found += page["Items"]
        if "LastEvaluatedKey" not in page:
            break
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}
    return sorted(found, key=lambda each: (each["pk"], each["sk"]))


class CommandsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dynamo = resource(ENDPOINT)
        cls.source = make_table(cls.dynamo)
        fill(cls.source, 1500)
        cls.items = contents(cls.source)

    @classmethod
    def tearDownClass(cls):
        cls.source.delete()

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="trestle-commands-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.export_folder = os.path.join(self.folder, "export")

    def new_table(self):
        table = make_table(self.dynamo)
        self.addCleanup(table.delete)
        return table

    def done(self, *arguments, **more):
        ended = trestle(*arguments, **more)
        self.assertEqual(ended.returncode, 0, ended.stderr + ended.stdout)
        return ended

    def refused(self, status, text, *arguments):
        ended = trestle(*arguments)
        self.assertEqual(ended.returncode, status, ended.stderr + ended.stdout)
        self.assertRegex(ended.stderr, text)
        return ended

    def export(self, *more, table=None):
        return self.done("export", "--endpoint", ENDPOINT, "--table", table or self.source.name, "--to", self.export_folder, *more)

    def data_files(self):
        return sorted(glob.glob(f"{self.export_folder}/data-*"))

    def stop_early(self, arguments, signal_number, seconds, cwd=None):
        """Begins a command and ends it with a signal; whether it was still running."""
        words, settings = command(*arguments, cwd=cwd)
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **settings)
        time.sleep(seconds)
        process.send_signal(signal_number)
        status = process.wait(60)
        if status == 0:
            return False
        self.assertIn(status, (130, -signal_number) if signal_number == signal.SIGINT else (-signal_number,))
        return True

    # Export, then import: equal.

    def test_what_is_exported_can_be_imported(self):
        for compression in ("none", "gzip", "zstd"):
            with self.subTest(compression):
                shutil.rmtree(self.export_folder, ignore_errors=True)
                told = self.export("--compress", compression, "--segments", "3", "--file-items", "100").stdout
                self.assertRegex(told, r"^exported 1,500 items of \S+ to \d+ files in ")
                manifest = [json.loads(line) for line in open(f"{self.export_folder}/manifest-files.json", encoding="utf8")]
                self.assertEqual(sum(each["itemCount"] for each in manifest), 1500)
                self.assertEqual(len(manifest), len(self.data_files()))
                self.assertGreater(len(manifest), 3)
                target = self.new_table()
                told = self.done("import", "--endpoint", ENDPOINT, "--table", target.name, "--from", self.export_folder)
                self.assertEqual(told.stdout, f"imported 1,500 items into {target.name}\n")
                self.assertEqual(contents(target), self.items)
                self.assertEqual(glob.glob(f"{self.export_folder}/.trestle*"), [])

    def test_csv_keeps_keys_and_texts(self):
        self.export("--format", "csv", "--compress", "gzip", "--columns", "pk,sk,text,owner")
        first = gzip.open(self.data_files()[0], "rt", encoding="utf8").read()
        self.assertTrue(first.startswith("pk,sk,text,owner"), first[:100])
        target = self.new_table()
        self.done("import", "--endpoint", ENDPOINT, "--table", target.name, "--from", self.export_folder)
        wanted = [{name: each[name] for name in ("pk", "sk", "text", "owner")} for each in self.items]
        self.assertEqual(contents(target), wanted)

    def test_csv_has_every_column_there_is(self):
        self.export("--format", "csv", "--compress", "none")
        header = open(self.data_files()[0], encoding="utf8").readline().strip()
        self.assertEqual(header, "pk,sk,bytes,list,number,owner,set,text")

    # Interrupted, then run again.

    def test_an_interrupted_export_goes_on(self):
        arguments = ["export", "--endpoint", ENDPOINT, "--table", self.source.name, "--to", self.export_folder,
                     "--segments", "2", "--file-items", "20"]
        interrupted = 0
        for attempt, number in enumerate([signal.SIGINT, signal.SIGKILL, signal.SIGKILL, signal.SIGINT] * 3):
            interrupted += self.stop_early(arguments, number, 0.01 + 0.01 * attempt)
            if not glob.glob(f"{self.export_folder}/.trestle-export") and self.data_files():
                break  # it was quicker
        if glob.glob(f"{self.export_folder}/.trestle-export") or not self.data_files():
            self.done(*arguments)
        target = self.new_table()
        told = self.done("import", "--endpoint", ENDPOINT, "--table", target.name, "--from", self.export_folder)
        self.assertEqual(told.stdout, f"imported 1,500 items into {target.name}\n")  # none twice
        self.assertEqual(contents(target), self.items)
        self.refused(1, "holds a finished export", *arguments)

    def test_an_interrupted_import_goes_on(self):
        path = os.path.join(self.folder, "items.json")
        with open(path, "w", encoding="utf8") as file:
            for number in range(12_000):
                file.write(json.dumps({"Item": {"pk": {"S": str(number % 9)}, "sk": {"N": str(number)}}}) + "\n")
        target = self.new_table()
        arguments = ["import", "--endpoint", ENDPOINT, "--table", target.name, "--from", path, "--threads", "2"]
        for attempt, number in enumerate([signal.SIGKILL, signal.SIGINT] * 4):
            if not self.stop_early(arguments, number, 0.05 + 0.1 * attempt):
                break  # it was quicker
        self.done(*arguments)
        self.assertEqual(sorted(each["sk"] for each in contents(target)), list(range(12_000)))

    def test_an_import_goes_on_where_its_state_says(self):
        path = os.path.join(self.folder, "items.json")
        lines = [json.dumps({"Item": {"pk": {"S": "a"}, "sk": {"N": str(number)}}}) for number in range(9000)]
        lines[8500] = "{"
        pathlib.Path(path).write_text("\n".join(lines), encoding="utf8")
        target = self.new_table()
        arguments = ["import", "--endpoint", ENDPOINT, "--table", target.name, "--from", path]
        self.refused(1, rf"{re.escape(path)}:8501: ", *arguments)
        self.assertEqual(len(contents(target)), 8500)
        ended = trestle(*arguments, "--on-error", "skip")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("going on after 8500 items", ended.stderr)
        self.assertEqual(ended.stdout, f"imported 8,999 items into {target.name}; 1 skipped\n")
        self.assertEqual(len(contents(target)), 8999)
        self.assertEqual(glob.glob(f"{self.folder}/.trestle*"), [])

    def test_a_file_that_has_changed_is_read_again(self):
        path = os.path.join(self.folder, "items.json")
        good = '{"Item": {"pk": {"S": "a"}, "sk": {"N": "%d"}}}\n'
        pathlib.Path(path).write_text(good % 1 + "oops\n", encoding="utf8")
        target = self.new_table()
        arguments = ["import", "--endpoint", ENDPOINT, "--table", target.name, "--from", path]
        self.refused(1, r"items\.json:2: ", *arguments)
        pathlib.Path(path).write_text(good % 1 + good % 2, encoding="utf8")
        self.assertIn("has changed since", self.done(*arguments).stderr)
        self.assertEqual([each["sk"] for each in contents(target)], [1, 2])

    # Lines that cannot be imported.

    def test_bad_lines_are_named_and_skipped(self):
        path = os.path.join(self.folder, "items.json")
        lines = ['{"Item": {"pk": {"S": "a"}, "sk": {"N": "1"}}}', "not json", '{"Item": {"pk": {"S": "a"}}}',
                 '{"Item": {"pk": {"S": "a"}, "sk": {"S": "2"}}}', "",
                 '{"Item": {"pk": {"S": "a"}, "sk": {"N": "3"}, "owner": {"S": ""}}}',
                 json.dumps({"Item": {"pk": {"S": "a"}, "sk": {"N": "4"}, "big": {"S": "x" * 420_000}}}),
                 '{"Item": {"pk": {"S": "a"}, "sk": {"N": "5"}, "n": {"N": "abc"}}}',
                 '{"Item": {"pk": {"S": "a"}, "sk": {"N": "6"}}}']
        pathlib.Path(path).write_text("\n".join(lines), encoding="utf8")
        target = self.new_table()
        ended = self.done("import", "--endpoint", ENDPOINT, "--table", target.name, "--from", path, "--on-error", "skip")
        self.assertEqual(ended.stdout, f"imported 2 items into {target.name}; 6 skipped\n")
        self.assertEqual(re.findall(r"items\.json:(\d+): \S", ended.stderr), ["2", "3", "4", "6", "7", "8"])
        self.assertEqual([each["sk"] for each in contents(target)], [1, 6])

    def test_the_last_of_equal_keys_stays(self):
        path = os.path.join(self.folder, "items.json")
        with open(path, "w", encoding="utf8") as file:
            for number in range(3000):
                file.write(json.dumps({"Item": {"pk": {"S": "a"}, "sk": {"N": str(number % 10)}, "v": {"N": str(number)}}}) + "\n")
        target = self.new_table()
        self.done("import", "--endpoint", ENDPOINT, "--table", target.name, "--from", path)
        self.assertEqual([each["v"] for each in contents(target)], list(range(2990, 3000)))

    def test_wrong_usage(self):
        self.refused(2, "--to", "export", "--table", "x")
        self.refused(2, "--format", "export", "--table", "x", "--to", self.folder, "--format", "xml")
        self.refused(2, "excludes", "export", "--table", "x", "--to", "y", "--data", "z", "--endpoint", ENDPOINT)
        self.refused(2, "--backup or --to-time", "restore", "--table", "x")
        self.refused(2, "copied to itself", "copy", "--from", ENDPOINT, "--table", "x")
        self.refused(1, "no data folder", "export", "--data", f"{self.folder}/none", "--table", "x", "--to", self.export_folder)
        self.refused(1, "not found", "export", "--endpoint", ENDPOINT, "--table", "missing", "--to", self.export_folder)
        self.refused(1, "does not answer", "export", "--endpoint", "http://127.0.0.1:1", "--table", "x", "--to", self.export_folder)
        self.refused(1, "cannot read", "import", "--endpoint", ENDPOINT, "--table", self.source.name, "--from", f"{self.folder}/none.json")
        self.refused(1, "is not empty", "export", "--endpoint", ENDPOINT, "--table", self.source.name, "--to", str(ROOT / "docs"))
        for name in ("export", "import", "backup", "restore", "copy"):
            told = self.done(name, "--help").stdout
            self.assertIn("Examples:", told)
            self.assertIn("--region", told)

    # Backups.

    def test_backup_and_restore(self):
        made = self.done("backup", "--endpoint", ENDPOINT, "--table", self.source.name, "--name", "one").stdout.splitlines()
        self.assertRegex(made[1], r"^arn:aws:dynamodb:us-east-1:\d{12}:table/.*/backup/")
        again = self.done("backup", "--endpoint", ENDPOINT, "--table", self.source.name, "--name", "one").stdout.splitlines()
        self.assertEqual(again[1], made[1])
        self.assertIn(made[1], self.done("backup", "--endpoint", ENDPOINT, "--list").stdout)
        name = self.source.name + "-restored"
        told = self.done("restore", "--endpoint", ENDPOINT, "--table", name, "--source", self.source.name, "--backup", "one")
        restored = self.dynamo.Table(name)
        self.addCleanup(restored.delete)
        self.assertEqual(told.stdout, f"restored {name}, 1,500 items\n")
        self.assertEqual(contents(restored), self.items)
        self.done("restore", "--endpoint", ENDPOINT, "--table", name, "--backup", made[1])  # it is that one
        self.refused(1, "already", "restore", "--endpoint", ENDPOINT, "--table", self.source.name, "--backup", made[1])
        self.refused(1, "no backup named", "restore", "--endpoint", ENDPOINT, "--table", "other", "--backup", "two")

    def test_restore_to_a_time(self):
        table = self.new_table()
        table.meta.client.update_continuous_backups(TableName=table.name,
                                                    PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})
        table.put_item(Item=item(1))
        name = table.name + "-past"
        self.done("restore", "--endpoint", ENDPOINT, "--table", name, "--source", table.name, "--to-time", "latest")
        self.dynamo.Table(name).delete()
        self.refused(1, ".", "restore", "--endpoint", ENDPOINT, "--table", name, "--source", table.name, "--to-time", "2001-01-01")

    # Copies and other places.

    def test_copy_to_another_server(self):
        with Server("--memory") as other:
            arguments = ["copy", "--from", ENDPOINT, "--table", self.source.name, "--to", other.url, "--table", "copied"]
            for attempt, number in enumerate([signal.SIGKILL, signal.SIGINT, signal.SIGKILL]):
                self.stop_early(arguments, number, 0.05 + 0.05 * attempt, cwd=self.folder)
            self.done(*arguments, cwd=self.folder)
            copied = resource(other.url).Table("copied")
            self.assertEqual(contents(copied), self.items)
            self.assertEqual(copied.global_secondary_indexes[0]["IndexName"], "by-owner")
            self.assertEqual(os.listdir(self.folder), [])

    def test_a_data_folder_without_a_server(self):
        data = os.path.join(self.folder, "data")
        with Server("--data", data) as server:
            table = make_table(resource(server.url), "local")
            fill(table, 200)
            items = contents(table)
            self.refused(1, ".", "export", "--data", data, "--table", "local", "--to", self.export_folder)  # it is in use
        self.done("export", "--data", data, "--table", "local", "--to", self.export_folder)
        made = self.done("backup", "--data", data, "--table", "local", "--name", "b").stdout
        self.assertIn("/backup/", made)
        self.done("restore", "--data", data, "--table", "again", "--backup", "b")
        self.done("copy", "--from", data, "--table", "again", "--table", "third", cwd=self.folder)
        target = self.new_table()
        self.done("import", "--endpoint", ENDPOINT, "--table", target.name, "--from", self.export_folder)
        self.assertEqual(contents(target), items)
        with Server("--data", data) as server:
            self.assertEqual(contents(resource(server.url).Table("third")), items)

    def test_https_is_spoken_to_servers_that_are_trusted(self):
        key, certificate = f"{self.folder}/key.pem", f"{self.folder}/certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate,
                        "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
        with Server("--memory", "--tls-cert", certificate, "--tls-key", key) as server:
            arguments = ["copy", "--from", ENDPOINT, "--table", self.source.name, "--to", server.url, "--table", "copied"]
            self.refused(1, "does not answer", *arguments)
            words, settings = command(*arguments, cwd=self.folder)
            settings["env"] = {**settings["env"], "SSL_CERT_FILE": certificate}
            ended = subprocess.run(words, capture_output=True, timeout=120, check=False, **settings)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertRegex(ended.stdout, "^copied 1,500 items")

    def test_throttled_tables_take_everything_in_the_end(self):
        with Server("--memory", "--capacity=enforce") as server:
            table = resource(server.url).create_table(
                TableName="slow", ProvisionedThroughput={"ReadCapacityUnits": 5, "WriteCapacityUnits": 1},
                AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
                KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}])
            path = os.path.join(self.folder, "items.json")
            with open(path, "w", encoding="utf8") as file:
                for number in range(303):  # what five minutes of burst take, and a little more
                    file.write(json.dumps({"Item": {"pk": {"S": str(number)}}}) + "\n")
            self.done("import", "--endpoint", server.url, "--table", "slow", "--from", path)
            self.assertEqual(table.scan(Select="COUNT")["Count"], 303)


@unittest.skipUnless(DYNALITE.exists(), "dynalite is not installed")
class ForeignEndpointTest(unittest.TestCase):
    """Another implementation of the protocol, so that we do not only understand ourselves."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="trestle-commands-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.process = subprocess.Popen(["node", str(DYNALITE), "--port", "0", "--createTableMs", "50"], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.terminate)
        self.addCleanup(self.process.stdout.close)
        self.url = re.search(r"http://\S+", self.process.stdout.readline())[0]

    def test_there_and_back(self):
        dynamo, other = resource(ENDPOINT), resource(self.url)
        source = make_table(dynamo)
        self.addCleanup(source.delete)
        fill(source, 300)
        words = ["copy", "--from", ENDPOINT, "--table", source.name, "--to", self.url, "--table", "foreign"]
        ended = trestle(*words, cwd=self.folder)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(contents(other.Table("foreign")), contents(source))
        ended = trestle("export", "--endpoint", self.url, "--table", "foreign", "--to", f"{self.folder}/out")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        target = make_table(dynamo)
        self.addCleanup(target.delete)
        ended = trestle("import", "--endpoint", ENDPOINT, "--table", target.name, "--from", f"{self.folder}/out")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(contents(target), contents(source))
        ended = trestle("export", "--endpoint", self.url, "--table", "missing", "--to", f"{self.folder}/none")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("not found", ended.stderr)

    def test_a_model_is_applied_there_and_what_it_cannot_do_is_said(self):
        model = pathlib.Path(self.folder) / "people.trestle.toml"
        text = ('format = 1\nmodel = "people"\n[tables.people]\npartition_key = "PK"\npitr = true\n'
                '[entities.User]\ntable = "people"\nPK = "USER#{Name}"\n[entities.User.attributes]\nName = "string"\n'
                '[[migrations]]\nfrom = "users"\nentity = "User"\nset = { Name = "{name}" }\n')
        model.write_text(text)
        endpoint = ["--endpoint", self.url]
        applied = trestle("model", "apply", model, *endpoint)
        self.assertEqual(applied.returncode, 1)
        self.assertIn("people: is created\n", applied.stdout)
        self.assertIn("people: cannot keep its past states: the endpoint does not know how\n  impossible: ", applied.stderr)
        model.write_text(text.replace("pitr = true\n", ""))
        self.assertEqual(trestle("model", "diff", model, *endpoint).stdout, "the tables are as the model says\n")
        users = resource(self.url).create_table(
            TableName="users", BillingMode="PAY_PER_REQUEST", KeySchema=[{"AttributeName": "name", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "name", "AttributeType": "S"}])
        users.wait_until_exists()
        ended = trestle("model", "migrate", model, "run", *endpoint)
        self.assertEqual((ended.returncode, ended.stderr), (1, "trestle: the endpoint knows no streams, so that a migration could not "
                                                               "follow what changes\n"))
        self.assertEqual(resource(self.url).meta.client.list_tables()["TableNames"], ["people", "users"])

    def test_a_stream_that_it_does_not_have_is_said_and_its_tables_are_imported(self):
        model = pathlib.Path(self.folder) / "rooms.trestle.toml"
        model.write_text('format = 2\nmodel = "rooms"\n[tables.rooms]\npartition_key = "PK"\nstream = "new_image"\n'
                         '[entities.Room]\ntable = "rooms"\nPK = "ROOM#{Name}"\n[entities.Room.attributes]\nName = "string"\n')
        endpoint = ["--endpoint", self.url]
        applied = trestle("model", "apply", model, *endpoint)
        self.assertEqual(applied.returncode, 1)
        self.assertIn("rooms: enables its stream\n  impossible: no update can do this; the endpoint refuses it: ", applied.stderr)
        resource(self.url).Table("rooms").put_item(Item={"PK": "ROOM#hall", "Name": "hall", "EntityType": "Room"})
        imported = trestle("model", "import", "--table", "rooms", *endpoint)
        self.assertEqual(imported.returncode, 0, imported.stderr)
        self.assertIn('PK = "ROOM#{Name}"', imported.stdout)

    def test_the_models_of_systems_hold_there(self):
        # Those whose models need no multi-attribute keys, which it does not know.
        for system in ("todo", "venue"):
            with self.subTest(system):
                ended = trestle("model", "test", ROOT / f"src/systems/{system}/{system}.trestle.toml", "--endpoint", self.url)
                self.assertEqual(ended.returncode, 0, ended.stdout[-2000:] + ended.stderr)
                self.assertRegex(ended.stdout, rf"{system}, {re.escape(self.url)}/?: [1-9]\d* passed, 0 failed\n")
        client = resource(self.url).meta.client
        for name in client.list_tables()["TableNames"]:  # it takes its time to delete
            client.get_waiter("table_not_exists").wait(TableName=name, WaiterConfig={"Delay": 1, "MaxAttempts": 60})


if __name__ == "__main__":
    unittest.main()
