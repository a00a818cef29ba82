"""Bad input for every operation of the five systems, as their OpenAPI documents list them: each is refused, and told what is wrong."""

import http.client
import json
import pathlib
import re
import sys
import unittest
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import Server  # noqa: E402

SYSTEMS = ("venue", "ecobid", "todo", "hotel", "glad")
# What fits a parameter of a path, so that the rest of the request is looked at.
SAMPLES = {"date": "2030-01-01", "date-time": "2030-01-01T00:00:00Z", "integer": "1", "number": "1", "uuid": "0b0e8a2c-6d2f-4c63-9a57-3f4b1f3f0a11"}
# The operations that there are at least, so that none of the loops is empty.
LEAST = 100


class RoutesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--memory", "--system", "all", "--seed-demo")
        cls.connection = http.client.HTTPConnection(urllib.parse.urlsplit(cls.server.url).netloc, timeout=60)
        cls.documents = {}
        for system in SYSTEMS:
            _, _, text = cls.ask("GET", f"/api/{system}/openapi.json")
            cls.documents[system] = json.loads(text)

    @classmethod
    def tearDownClass(cls):
        cls.connection.close()
        cls.server.stop()

    @classmethod
    def ask(cls, method, path, body=None, content="application/json"):
        """(status, content type, text)"""
        cls.connection.request(method, path, body, {"Content-Type": content} if body is not None else {})
        answer = cls.connection.getresponse()
        return answer.status, answer.headers["Content-Type"], answer.read().decode()

    def refused(self, expected, *request):
        """The fields that are told, of a request that must be refused."""
        status, content, text = self.ask(*request)
        self.assertEqual((status, content), (expected, "application/problem+json"), (request, text))
        problem = json.loads(text)
        self.assertEqual(problem["status"], expected)
        for member in ("type", "title", "code", "detail"):
            self.assertTrue(problem[member], (request, text))
        for entry in problem.get("errors", []):
            self.assertTrue(entry["field"] and entry["message"], (request, text))
        return [entry["field"] for entry in problem.get("errors", [])]

    def operations(self):
        for system, document in self.documents.items():
            def resolved(schema, document=document):
                reference = schema.get("$ref", "")
                return document["components"][reference.split("/")[2]][reference.split("/")[3]] if reference else schema
            for path, methods in document["paths"].items():
                for method, operation in methods.items():
                    parameters = [resolved(each) for each in operation.get("parameters", [])]
                    yield system, path, method.upper(), operation, parameters, resolved

    def filled(self, system, path, parameters):
        def sample(match):
            schema = next(each["schema"] for each in parameters if each["name"] == match[1])
            if "enum" in schema:
                return schema["enum"][0]
            texts = [text for text in ("abc", "ABC123") if re.search(schema.get("pattern", ""), text)]
            return SAMPLES.get(schema.get("format", schema.get("type")), texts[0] if texts else "1")
        return f"/api/{system}" + re.sub(r"\{([^}]*)\}", sample, path)

    def test_queries(self):
        asked = 0
        for system, path, method, operation, parameters, _ in self.operations():
            if "requestBody" in operation or operation["tags"] == ["model"]:
                continue
            with self.subTest(f"{method} {system}{path}"):
                needed = {each["name"] for each in parameters if each["in"] == "query" and each["required"]}
                url = self.filled(system, path, parameters)
                told = self.refused(400, method, f"{url}?nonsense=1")
                self.assertLessEqual(needed | {"nonsense"}, set(told))
                self.assertEqual(len(told), len(set(told)))
                if any(each["name"] == "limit" and each["in"] == "query" for each in parameters):
                    self.assertIn("limit", self.refused(400, method, f"{url}?limit=many&nonsense=1"))
                asked += 1
        self.assertGreater(asked, LEAST)

    def test_bodies(self):
        asked = 0
        for system, path, method, operation, parameters, resolved in self.operations():
            if "requestBody" not in operation:
                continue
            with self.subTest(f"{method} {system}{path}"):
                schema = resolved(operation["requestBody"]["content"]["application/json"]["schema"])
                url = self.filled(system, path, parameters)
                self.assertEqual(self.refused(400, method, url, "{"), [])
                self.assertEqual(self.refused(400, method, url, "[]"), [])
                self.refused(415, method, url, "{}", "text/plain")
                if operation["tags"] == ["actions"]:
                    told = self.refused(400, method, url, '{"nonsense": 1}')
                    self.assertLessEqual(set(schema.get("required", [])) | {"nonsense"}, set(told))
                elif method != "PATCH" and schema.get("required"):
                    self.assertLessEqual(set(schema["required"]), set(self.refused(400, method, url, "{}")))
                asked += 1
        self.assertGreater(asked, LEAST)

    def test_methods(self):
        for system, document in self.documents.items():
            for path, methods in document["paths"].items():
                with self.subTest(f"{system}{path}"):
                    parameters = [each for each in next(iter(methods.values())).get("parameters", []) if "name" in each]
                    url = self.filled(system, path, parameters)
                    self.refused(405, "BREW", url)
                    self.assertEqual(self.ask("OPTIONS", url)[0], 204)
        _, _, metrics = self.ask("GET", "/metrics")
        self.assertIn("trestle_rest_requests_total", metrics)
        self.assertNotRegex(metrics, r'trestle_rest_requests_total\{[^}]*status="5xx"\} [1-9]')


if __name__ == "__main__":
    unittest.main()
