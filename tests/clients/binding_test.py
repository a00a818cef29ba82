"""boto3 and tables that a model is bound to; and the commands that hold a model against tables."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import CREDENTIALS, ROOT, Server  # noqa: E402

MODEL = """format = 1
model = "desk"
version = 2

[tables.desk]
partition_key = "PK"
sort_key = "SK"
ttl = "ExpiresAt"

[tables.desk.indexes.GSI1]
partition_key = "GSI1PK"
sort_key = "GSI1SK"

[entities.User]
table = "desk"
PK = "USER#{UserId}"
SK = "PROFILE"
version = "Version"
unique = ["Email"]
[entities.User.attributes]
UserId = "string"
Email = { type = "string", pattern = "[^@]+@[^@]+" }
CreatedAt = { type = "timestamp", default = "now", immutable = true }

[entities.Ticket]
table = "desk"
PK = "USER#{UserId}"
SK = "TICKET#{Number:pad(4)}"
GSI1PK = { template = "STATUS#{Status}", when = "Status <> 'closed'" }
GSI1SK = "{Number:pad(4)}"
[entities.Ticket.attributes]
UserId = "string"
Number = { type = "integer", min = 0, max = 9999 }
Status = { enum = ["open", "waiting", "closed"], default = "open" }
"""


def resource(url):
    return boto3.resource("dynamodb", endpoint_url=url, region_name="us-east-1", aws_access_key_id="any",
                          aws_secret_access_key="any", config=Config(retries={"mode": "standard"}))


def models(server, path="", method="GET", **body):
    request = urllib.request.Request(f"{server.url}/_trestle/models{path}", json.dumps(body).encode() if body else None,
                                     method=method)
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


def trestle(*arguments):
    binary = os.environ.get("TRESTLE", str(ROOT / "build/release/trestle"))
    return subprocess.run([binary, *arguments], capture_output=True, text=True, env={**os.environ, **CREDENTIALS})


class ModelFile(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="trestle-binding-")
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name) / "desk.trestle.toml"
        self.file.write_text(MODEL)


class BindingTest(ModelFile):
    def serve(self, *arguments):
        server = Server("--memory", "--model", str(self.file), *arguments)
        self.addCleanup(server.stop)
        return server, resource(server.url).Table("desk")

    def refused(self, code, call, **arguments):
        with self.assertRaises(ClientError) as caught:
            call(**arguments)
        self.assertEqual(caught.exception.response["Error"]["Code"], code)
        return caught.exception.response["Error"]["Message"]

    def test_plain_writes_keep_every_key(self):
        _, table = self.serve()
        table.put_item(Item={"EntityType": "Ticket", "UserId": "u1", "Number": 7})
        item = table.get_item(Key={"PK": "USER#u1", "SK": "TICKET#0007"})["Item"]
        self.assertEqual(item["GSI1PK"], "STATUS#open")
        key = {"PK": "USER#u1", "SK": "TICKET#0007"}
        after = table.update_item(Key=key, UpdateExpression="SET #s = :s", ExpressionAttributeNames={"#s": "Status"},
                                  ExpressionAttributeValues={":s": "waiting"}, ReturnValues="ALL_NEW")["Attributes"]
        self.assertEqual(after["GSI1PK"], "STATUS#waiting")
        table.update_item(Key=key, UpdateExpression="SET #s = :s", ExpressionAttributeNames={"#s": "Status"},
                          ExpressionAttributeValues={":s": "closed"})
        self.assertEqual(table.scan(IndexName="GSI1")["Count"], 0)
        message = self.refused("ValidationException", table.update_item, Key=key, UpdateExpression="SET UserId = :u",
                               ExpressionAttributeValues={":u": "u2"})
        self.assertIn("Ticket: PK would change", message)
        message = self.refused("ValidationException", table.put_item,
                               Item={"PK": "USER#u1", "SK": "TICKET#10000", "EntityType": "Ticket", "UserId": "u1",
                                     "Number": 10000})
        self.assertIn("The item does not fit model desk: Ticket: Number must be at most 9999", message)

    def test_unique_values_in_every_api(self):
        _, table = self.serve()
        client = table.meta.client
        table.put_item(Item={"EntityType": "User", "UserId": "u1", "Email": "a@b"})
        self.assertIn("must be unique", self.refused("ConditionalCheckFailedException", table.put_item,
                                                     Item={"EntityType": "User", "UserId": "u2", "Email": "a@b"}))
        put = {"Put": {"TableName": "desk", "Item": {"EntityType": "User", "UserId": "u2", "Email": "a@b"}}}
        with self.assertRaises(client.exceptions.TransactionCanceledException) as caught:
            client.transact_write_items(TransactItems=[put])
        reason = caught.exception.response["CancellationReasons"][0]
        self.assertEqual(reason["Code"], "ConditionalCheckFailed")
        self.assertIn("User.Email must be unique", reason["Message"])
        delete = {"Delete": {"TableName": "desk", "Key": {"PK": "USER#u1", "SK": "PROFILE"}}}
        client.transact_write_items(TransactItems=[put, delete])
        self.assertIn("must be unique", self.refused(
            "ConditionalCheckFailedException", client.execute_statement,
            Statement="INSERT INTO desk VALUE {'EntityType':'User','UserId':'u3','Email':'a@b'}"))
        with table.batch_writer() as batch:
            batch.delete_item(Key={"PK": "USER#u2", "SK": "PROFILE"})
        self.assertEqual(table.scan()["Count"], 0)

    def test_many_clients_want_one_value(self):
        server, table = self.serve()
        won = []

        def want(number):
            try:
                resource(server.url).Table("desk").put_item(
                    Item={"EntityType": "User", "UserId": f"u{number}", "Email": "only@one"})
                won.append(number)
            except ClientError as error:
                assert error.response["Error"]["Code"] == "ConditionalCheckFailedException", error

        threads = [threading.Thread(target=want, args=[number]) for number in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(won), 1)
        self.assertEqual(table.scan()["Count"], 2)

    def test_versions_are_counted_and_conditions_hold(self):
        _, table = self.serve()
        key = {"PK": "USER#u1", "SK": "PROFILE"}
        table.put_item(Item={"EntityType": "User", "UserId": "u1"})
        change = {"Key": key, "UpdateExpression": "SET Nick = :n", "ConditionExpression": "Version = :v",
                  "ExpressionAttributeValues": {":n": "x", ":v": 1}}
        table.update_item(**change)
        self.assertEqual(table.get_item(Key=key)["Item"]["Version"], 2)
        self.refused("ConditionalCheckFailedException", table.update_item, **change)

    def test_modes_and_the_admin_routes(self):
        server, table = self.serve("--model-mode", "warn")
        table.put_item(Item={"PK": "USER#u1", "SK": "TICKET#7", "EntityType": "Ticket", "UserId": "u1", "Number": 7})
        listed = models(server)["models"][0]
        self.assertEqual((listed["name"], listed["version"], listed["mode"]), ("desk", 2, "warn"))
        self.assertEqual(listed["tables"], [{"name": "desk", "mode": "warn", "bound": True, "misfits": {"Ticket.SK": 1}}])
        models(server, "/desk", "PUT", mode="enforce", table="desk")
        self.refused("ValidationException", table.put_item, Item={"PK": "x", "SK": "y"})
        models(server, "/desk", "DELETE")
        table.put_item(Item={"PK": "x", "SK": "y"})
        models(server, "", "PUT", text=MODEL, file="desk.trestle.toml")
        self.refused("ValidationException", table.put_item, Item={"PK": "x", "SK": "y"})

    def test_bindings_last_across_a_restart(self):
        data = str(pathlib.Path(self.folder.name) / "data")
        with Server("--data", data, "--model", str(self.file)):
            pass
        with Server("--data", data) as server:
            table = resource(server.url).Table("desk")
            self.refused("ValidationException", table.put_item, Item={"PK": "x", "SK": "y"})


class CommandsTest(ModelFile):
    def test_apply_makes_and_changes_tables(self):
        with Server("--memory") as server:
            endpoint = ["--endpoint", server.url]
            diff = trestle("model", "diff", str(self.file), *endpoint)
            self.assertEqual(diff.returncode, 1, diff.stderr)
            self.assertIn("desk: is created", diff.stdout)
            self.assertEqual(trestle("model", "apply", str(self.file), *endpoint).returncode, 0)
            client = resource(server.url).meta.client
            self.assertEqual(client.describe_time_to_live(TableName="desk")["TimeToLiveDescription"]["AttributeName"],
                             "ExpiresAt")
            again = trestle("model", "diff", str(self.file), *endpoint)
            self.assertEqual((again.returncode, again.stdout), (0, "the tables are as the model says\n"))

            self.file.write_text(MODEL.replace("indexes.GSI1]", "indexes.GSI2]").replace("version = 2", "version = 3"))
            diff = trestle("model", "diff", str(self.file), "--format", "json", *endpoint)
            effects = {change["what"]: change["effect"] for change in json.loads(diff.stdout)["changes"]}
            self.assertEqual(effects["removes index GSI1"], "breaks")
            self.assertEqual(effects["adds index GSI2 (GSI1PK, GSI1SK)"], "harmless")
            left = trestle("model", "apply", str(self.file), *endpoint)
            self.assertEqual(left.returncode, 1)
            self.assertIn("--allow-breaking", left.stderr)
            as_data = trestle("model", "apply", str(self.file), "--format", "json", *endpoint)
            self.assertEqual([change["what"] for change in json.loads(as_data.stdout)["left"]], ["removes index GSI1"])
            self.assertEqual(trestle("model", "apply", str(self.file), "--allow-breaking", *endpoint).returncode, 0)
            table = client.describe_table(TableName="desk")["Table"]
            self.assertEqual([index["IndexName"] for index in table["GlobalSecondaryIndexes"]], ["GSI2"])
            tags = client.list_tags_of_resource(ResourceArn=table["TableArn"])["Tags"]
            self.assertIn({"Key": "trestle:model-version", "Value": "3"}, tags)

    def test_diff_of_two_files_asks_no_database(self):
        before = pathlib.Path(self.folder.name) / "before.trestle.toml"
        before.write_text(MODEL.replace('SK = "PROFILE"', 'SK = "PROFILE"\ncount = 1_000_000\nsize = "1 KB"'))
        same = trestle("model", "diff", str(before), "--from", str(before))
        self.assertEqual((same.returncode, same.stdout, same.stderr), (0, "the tables are as the model says\n", ""))
        self.file.write_text(before.read_text()
                             .replace('CreatedAt = {', 'Name = { type = "string", required = true }\nCreatedAt = {')
                             .replace('unique = ["Email"]', 'unique = ["Email", "Name"]')
                             .replace('ttl = "ExpiresAt"', 'pitr = true'))
        diff = trestle("model", "diff", str(self.file), "--from", str(before))
        self.assertEqual((diff.returncode, diff.stderr), (1, ""))
        self.assertIn("desk: keeps its states of 35 days\n  costs: $0.21 a month more\n", diff.stdout)
        self.assertIn("desk: items no longer expire by ExpiresAt\n  breaks: ", diff.stdout)
        self.assertIn("entity User: has a new attribute Name, which is required\n  breaks: writers must give it", diff.stdout)
        self.assertIn("costs: once 250,000 read units and 1,000,000 write units ($0.66)", diff.stdout)
        self.assertRegex(diff.stdout, r"desk then costs \$0\.\d+ a month .*, before \$0\.\d+\n$")
        as_json = trestle("model", "diff", str(self.file), "--from", str(before), "--format", "json")
        changes = {change["what"]: change for change in json.loads(as_json.stdout)["changes"]}
        self.assertEqual(changes["Name must be unique"]["cost"]["write_units"], 1_000_000)
        self.assertEqual(changes["Name must be unique"]["effect"], "breaks")
        other = trestle("model", "diff", str(self.file), "--from", str(ROOT / "src/systems/todo/todo.trestle.toml"))
        self.assertEqual((other.returncode, other.stderr), (1, "trestle: --from names no file of the model desk\n"))

    def test_verify_finds_and_repairs(self):
        with Server("--memory") as server:
            endpoint = ["--endpoint", server.url]
            self.assertEqual(trestle("model", "apply", str(self.file), *endpoint).returncode, 0)
            table = resource(server.url).Table("desk")
            good = {"PK": "USER#u1", "SK": "TICKET#0001", "EntityType": "Ticket", "UserId": "u1", "Number": 1,
                    "Status": "open", "GSI1PK": "STATUS#open", "GSI1SK": "0001"}
            table.put_item(Item=good)
            table.put_item(Item={**good, "SK": "TICKET#0002", "Number": 2, "GSI1SK": "9999"})
            table.put_item(Item={"PK": "USER#u1", "SK": "PROFILE", "UserId": "u1", "Email": "a@b"})
            table.put_item(Item={"PK": "who", "SK": "knows"})
            found = trestle("model", "verify", str(self.file), *endpoint)
            self.assertEqual(found.returncode, 1)
            self.assertIn("GSI1SK is '9999' and must be '0002'", found.stdout)
            self.assertIn("Email has no guard", found.stdout)
            self.assertIn("it is no entity of the model", found.stdout)
            trestle("model", "verify", str(self.file), "--repair", *endpoint)
            self.assertEqual(table.get_item(Key={"PK": "USER#u1", "SK": "TICKET#0002"})["Item"]["GSI1SK"], "0002")
            table.delete_item(Key={"PK": "who", "SK": "knows"})
            clean = trestle("model", "verify", str(self.file), *endpoint)
            self.assertEqual(clean.returncode, 0, clean.stdout)
            self.assertIn("0 disagree", clean.stderr)


if __name__ == "__main__":
    unittest.main()
