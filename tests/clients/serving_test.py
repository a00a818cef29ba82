"""The five systems, served with their demo data over REST."""

import json
import pathlib
import sys
import unittest
import urllib.error
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import Server  # noqa: E402


class ServingTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--memory", "--system", "all", "--seed-demo")
        cls.server.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__(None, None, None)

    def get(self, path, **parameters):
        query = "?" + urllib.parse.urlencode(parameters) if parameters else ""
        with urllib.request.urlopen(f"{self.server.url}/api/{path}{query}") as answer:
            return json.load(answer)

    def test_each_system_has_its_catalogue_and_an_openapi_document(self):
        for system, least in {"venue": 10, "ecobid": 8, "todo": 20, "hotel": 28, "glad": 13}.items():
            self.assertGreaterEqual(len(self.get(f"{system}/patterns")["patterns"]), least, system)
            self.assertEqual(self.get(f"{system}/openapi.json")["openapi"][:3], "3.1")

    def test_patterns_find_the_demo_data(self):
        self.assertEqual(self.get("venue/patterns/P1", userId="giulia")["items"][0]["name"], "Giulia Rossi")

    def test_an_unknown_system_is_named(self):
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.get("nothing/patterns")
        self.assertEqual(refused.exception.code, 404)


if __name__ == "__main__":
    unittest.main()
