"""`trestle model cost|docs|graph|export|import|schema` as a user calls them."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest
import xml.etree.ElementTree

import boto3

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import CREDENTIALS, ROOT, Server  # noqa: E402

BINARY = os.environ.get("TRESTLE", ROOT / "build/release/trestle")
SHOP = ROOT / "tests/clients/codegen/shop.trestle.toml"
MODELS = sorted(ROOT.glob("src/systems/*/*.trestle.toml")) + [SHOP]

VALIDATE = """
import Ajv from "ajv/dist/2020.js";
import { readFileSync } from "node:fs";
const [schema, ...models] = JSON.parse(readFileSync(0, "utf8"));
const validate = new Ajv({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true }).compile(schema);
console.log(JSON.stringify(models.map((model) => (validate(model) ? [] : validate.errors))));
"""


def model(*arguments, **more):
    return subprocess.run([str(part) for part in (BINARY, "model", *arguments)], capture_output=True, text=True, timeout=60,
                          env={**os.environ, **CREDENTIALS}, check=False, **more)


class ModelCommandsTest(unittest.TestCase):
    def output(self, *arguments, status=0):
        ended = model(*arguments)
        self.assertEqual(ended.returncode, status, ended.stderr + ended.stdout[-500:])
        return ended.stdout

    def test_each_command_has_help(self):
        for command in ("cost", "docs", "graph", "export", "import", "schema", "codegen"):
            with self.subTest(command):
                self.assertIn("--output", self.output(command, "--help"))

    def test_cost_of_every_model(self):
        for path in MODELS:
            with self.subTest(path=path):
                ended = model("cost", path, "--format", "json")
                self.assertIn(ended.returncode, (0, 1), ended.stderr)
                report = json.loads(ended.stdout)
                self.assertTrue(report["patterns"])
                holds = all(figure.get("agrees", True) for figure in report["claims"] + report["loads"])
                self.assertEqual(ended.returncode, 0 if holds else 1)

    def test_cost_reproduces_a_published_analysis(self):
        # Its arithmetic holds; the formula that it gives for new entities does not, hence the status.
        report = json.loads(self.output("cost", ROOT / "src/systems/glad/as-written.trestle.toml", "--format", "json", status=1))
        self.assertEqual([claim["source_line"] for claim in report["claims"] if not claim.get("agrees", True)], [270, 271])
        rounded = [(round(load["read_dollars"]), round(load["write_dollars"])) for load in report["loads"]]
        self.assertEqual(rounded, [(162, 162), (194, 243), (16, 81)])
        proposed = report["load_sums"][-1]
        self.assertAlmostEqual(proposed["total_dollars"], 534.6, places=2)
        self.assertAlmostEqual(proposed["increase"], 0.65, places=2)

    def test_cost_says_which_published_figures_are_wrong(self):
        text = self.output("cost", ROOT / "src/systems/todo/as-written.trestle.toml", status=1)
        for line in ("Delete task: 0.5 WCU", "Bulk update task status: 1.5 WCU per item", "Create/Update task: 1 WCU",
                     "Search tasks by title/description: ~50-500 RCU"):
            self.assertRegex(text, rf"{line}.* differs")
        self.assertIn("4 index entries (GSI1, GSI2, GSI3, GSI4) are written as well", text)
        self.assertIn("a scan reads every item", text)

    def test_the_tests_of_a_model_are_run(self):
        todo = ROOT / "src/systems/todo/todo.trestle.toml"
        text = self.output("test", todo)
        self.assertIn("ok   DeleteTask", text)
        self.assertRegex(text, r"todo, in memory: \d+ passed, 0 failed\n")
        with tempfile.TemporaryDirectory() as folder, Server("--memory") as server:
            wrong = pathlib.Path(folder) / "wrong.trestle.toml"
            wrong.write_text(todo.read_text().replace('expect = [{ user_id = "u1" }]', 'expect = [{ user_id = "u2" }]'))
            place = re.escape(str(wrong))
            text = self.output("test", wrong, "--pattern", "UserByEmail", "--endpoint", server.url, status=1)
            self.assertRegex(text, rf'FAIL UserByEmail .*\({place}:\d+:\d+\)\n  - 1: {{"user_id":"u2"}}\n  \+ 1: {{"user_id":"u1"}}\n')
            self.assertIn(f"todo, {server.url}: 0 passed, 1 failed\n", text)
            runs = json.loads(self.output("test", wrong, "--format", "json", "--endpoint", server.url, status=1))
            self.assertEqual([(run["database"], run["failed"]) for run in runs], [("in memory", 1), (server.url, 1)])
            self.assertEqual([test["pattern"] for test in runs[1]["tests"] if not test["passed"]], ["UserByEmail"])
            client = boto3.client("dynamodb", endpoint_url=server.url, region_name="us-east-1",
                                  aws_access_key_id="any", aws_secret_access_key="any")
            self.assertEqual(client.list_tables()["TableNames"], [])
        self.assertEqual(model("test", todo, "--pattern", "Unheard").returncode, 2)

    def test_cost_with_other_prices(self):
        with tempfile.TemporaryDirectory() as folder:
            prices = pathlib.Path(folder) / "prices.toml"
            prices.write_text(self.output("cost", "--print-prices").replace("write_million = 0.625", "write_million = 1.25", 1))
            cost = lambda *more: json.loads(self.output("cost", SHOP, "--format", "json", *more))["month"]["on_demand_dollars"]
            self.assertGreater(cost("--prices", prices), cost())
            prices.write_text("read_million = cheap\n")
            ended = model("cost", SHOP, "--prices", prices)
            self.assertEqual(ended.returncode, 2)
            self.assertIn("prices.toml:1:1: read_million must be a number", ended.stderr)

    def test_pictures_are_svg(self):
        for path in MODELS:
            for command in (("graph",), ("cost", "--format", "svg")):
                with self.subTest(path=path, command=command):
                    picture = xml.etree.ElementTree.fromstring(model(*command, path).stdout)
                    self.assertEqual(picture.tag, "{http://www.w3.org/2000/svg}svg")

    def test_docs(self):
        markdown = self.output("docs", SHOP)
        for text in ("# A shop", "## Entity chart", "## Key table", "## Access patterns", "## Example items", "## Findings",
                     "`ORDER#{Number:pad(6)}`", '"ORDER#000007"', "```mermaid"):
            self.assertIn(text, markdown)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "shop.html"
            self.output("docs", SHOP, "--format", "html", "--output", file)
            html = file.read_text()
        self.assertEqual(html.count("<svg "), 2)
        self.assertNotIn("http://", html.replace("http://www.w3.org/2000/svg", ""))

    def test_exports(self):
        template = json.loads(self.output("export", SHOP, "--to", "cloudformation"))
        properties = template["Resources"]["Shop"]["Properties"]
        self.assertEqual([element["KeyType"] for element in properties["GlobalSecondaryIndexes"][1]["KeySchema"]],
                         ["HASH", "HASH", "RANGE"])
        self.assertIn('resource "aws_dynamodb_table" "shop"', self.output("export", SHOP, "--to", "terraform"))
        self.assertIn("partitionKeys: [", self.output("export", SHOP, "--to", "cdk"))

    def test_a_workbench_file_and_back(self):
        with tempfile.TemporaryDirectory() as folder:
            workbench, imported = pathlib.Path(folder) / "shop.json", pathlib.Path(folder) / "shop.trestle.toml"
            self.output("export", SHOP, "--to", "nosql-workbench", "-o", workbench)
            self.output("import", "--from", "nosql-workbench", workbench, "-o", imported)
            read = tomllib.loads(imported.read_text())
            self.assertEqual(read["entities"]["Order"]["keys"]["PK"], "CUSTOMER#{CustomerId}")
            self.output("cost", imported)

    def made_of_its_exports(self, url):
        """The table of the shop, as its exports describe it, with the samples in it."""
        client = boto3.client("dynamodb", endpoint_url=url, region_name="us-east-1", aws_access_key_id="any", aws_secret_access_key="any")
        template = json.loads(self.output("export", SHOP, "--to", "cloudformation"))
        settings = template["Resources"]["Shop"]["Properties"]
        stream = {"StreamEnabled": True, **settings["StreamSpecification"]}
        known = ("TableName", "AttributeDefinitions", "KeySchema", "BillingMode", "GlobalSecondaryIndexes", "TableClass")
        client.create_table(**{name: settings[name] for name in known}, StreamSpecification=stream)
        client.update_time_to_live(TableName="shop", TimeToLiveSpecification=settings["TimeToLiveSpecification"])
        for item in json.loads(self.output("export", SHOP, "--to", "nosql-workbench"))["DataModel"][0]["TableData"]:
            client.put_item(TableName="shop", Item=item)

    def test_a_running_server(self):
        with Server("--memory") as server:
            self.made_of_its_exports(server.url)
            report = json.loads(self.output("cost", SHOP, "--format", "json", "--endpoint", server.url))
            measured = {each["pattern"]: each["measured"] for each in report["patterns"] if "measured" in each}
            self.assertEqual(measured["CustomerById"], {"read_units": 0.5, "items": 1})
            self.assertEqual(measured["LargestInCity"], {"read_units": 0.5, "items": 1})
            self.assertEqual(measured["Everything"]["items"], 2)
            self.assertNotIn("PlaceOrder", measured)
            self.assertIn("measured", self.output("cost", SHOP, "--endpoint", server.url))

            imported = tomllib.loads(self.output("import", "--table", "shop", "--endpoint", server.url))
            self.assertEqual(imported["tables"]["shop"]["ttl"], "ExpiresAt")
            self.assertEqual(imported["tables"]["shop"]["indexes"]["ByPlace"]["partition_key"], ["Country", "City"])
            self.assertEqual(imported["entities"]["Customer"]["keys"], {"PK": "CUSTOMER#{CustomerId}", "SK": "PROFILE"})
            self.assertEqual(imported["entities"]["Order"]["keys"]["PK"], "CUSTOMER#{CustomerId}")
            ended = model("import", "--table", "none", "--endpoint", server.url)
            self.assertEqual(ended.returncode, 1)
            self.assertIn("not found", ended.stderr)

    def test_the_schema_fits_every_model(self):
        schema = json.loads(self.output("schema"))
        broken = {"model": "x", "tables": {"t": {"partition_key": "PK", "sort": "SK"}}}
        files = [tomllib.loads(path.read_text()) for path in MODELS]
        documents = json.dumps([schema, *files, broken], default=str)
        ended = subprocess.run(["node", "--input-type=module", "-e", VALIDATE], input=documents, text=True, capture_output=True,
                               cwd=ROOT / "tests/clients", timeout=60, check=False)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        *found, of_broken = json.loads(ended.stdout)
        for path, problems in zip(MODELS, found):
            self.assertEqual(problems, [], path)
        self.assertEqual(of_broken[0]["params"], {"additionalProperty": "sort"})

    def test_what_is_no_model(self):
        ended = model("graph", "/no/such/file")
        self.assertEqual((ended.returncode, ended.stdout), (2, ""))
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "bad.trestle.toml"
            file.write_text("model = 3\n")
            ended = model("cost", file)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("bad.trestle.toml:1:", ended.stderr)


if __name__ == "__main__":
    unittest.main()
