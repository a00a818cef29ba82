"""The REST API of models, as any HTTP client sees it, and beside it the same items by boto3."""

import concurrent.futures
import http.client
import json
import pathlib
import sys
import tempfile
import unittest
import urllib.parse

import boto3

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from harness.server import Server  # noqa: E402

SHOP = """
format = 1
model = "shop"
[tables.rest-shop]
partition_key = "PK"
sort_key = "SK"
[tables.rest-shop.indexes.GSI1]
partition_key = "GSI1PK"
sort_key = "GSI1SK"
[entities.Customer]
table = "rest-shop"
PK = "CUSTOMER#{CustomerId}"
SK = "PROFILE"
version = "Version"
unique = ["Email"]
[entities.Customer.attributes]
CustomerId = "string"
Email = { type = "string", pattern = "[^@]+@[^@]+" }
Orders = { type = "integer", default = 0 }
[entities.Order]
table = "rest-shop"
PK = "CUSTOMER#{CustomerId}"
SK = "ORDER#{OrderId}"
GSI1PK = "STATUS#{Status}"
GSI1SK = "{OrderId}"
[entities.Order.attributes]
CustomerId = "string"
OrderId = { type = "ulid", default = "ulid" }
Status = { enum = ["open", "done"], default = "open" }
Total = { type = "decimal", min = 0, decimals = 2, required = true }
PlacedAt = { type = "timestamp", stored = "seconds", default = "now" }
[patterns.Orders]
title = "A customer's orders"
entity = "Order"
where = "PK = CUSTOMER#{customer} and begins_with(SK, ORDER#)"
[transactions.PlaceOrder]
parameters = { customer = "string", total = "decimal" }
idempotent = true
steps = [
  { put = "Order", values = { CustomerId = "{customer}", Total = "{total}" }, if = "missing" },
  { update = "Customer", key = { CustomerId = "{customer}" }, add = { Orders = 1 }, if = "exists" },
]
[routes]
"GET /customers/{customer}/orders" = { pattern = "Orders" }
"POST /customers/{customer}/orders" = { transaction = "PlaceOrder" }
"""


class RestTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        file = pathlib.Path(cls.folder.name) / "shop.trestle.toml"
        file.write_text(SHOP)
        cls.server = Server("--data", f"{cls.folder.name}/data", "--model", str(file), "--system", "glad")

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.folder.cleanup()

    def ask(self, method, path, body=None, **headers):
        """(status, headers, parsed body)"""
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(self.server.url).netloc, timeout=60)
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            names.setdefault("Content-Type", "application/json")
            body = body if isinstance(body, str) else json.dumps(body)
        connection.request(method, path, body, names)
        reply = connection.getresponse()
        text = reply.read().decode()
        connection.close()
        is_json = (reply.headers["Content-Type"] or "").endswith("json") and text
        return reply.status, reply.headers, json.loads(text) if is_json else text

    def test_entities(self):
        status, headers, made = self.ask("POST", "/api/shop/Customer", {"CustomerId": "a b/ü", "Email": "a@b"})
        self.assertEqual((status, headers["ETag"]), (201, '"1"'), made)
        self.assertEqual(made, {"CustomerId": "a b/ü", "Email": "a@b", "Orders": 0, "Version": 1})
        place = headers["Location"]
        self.assertEqual(self.ask("GET", place)[::2], (200, made))
        status, headers, text = self.ask("HEAD", place)
        self.assertEqual((status, text), (200, ""))
        self.assertGreater(int(headers["Content-Length"]), 0)
        self.assertEqual(self.ask("GET", place, If_None_Match='"1"')[::2], (304, ""))
        self.assertEqual(self.ask("PATCH", place, {"Note": "x"}, If_Match='"1"')[0], 200)
        self.assertEqual(self.ask("PATCH", place, {"Note": "y"}, If_Match='"1"')[0], 412)
        status, headers, problem = self.ask("POST", "/api/shop/Customer", {"CustomerId": "other", "Email": "a@b"})
        self.assertEqual((status, problem["errors"]), (409, [{"field": "Email", "message": "is taken"}]))
        self.assertEqual(headers["Content-Type"], "application/problem+json")
        self.assertEqual(self.ask("DELETE", place)[0], 204)
        self.assertEqual(self.ask("GET", place)[0], 404)

    def test_what_is_stored_is_what_boto3_sees(self):
        self.ask("POST", "/api/shop/Customer", {"CustomerId": "wire", "Email": "w@b"})
        _, _, order = self.ask("POST", "/api/shop/Order", '{"CustomerId": "wire", "Total": 10.50, "PlacedAt": "2026-02-13T10:30:45Z"}')
        self.assertEqual((order["Total"], order["PlacedAt"]), (10.5, "2026-02-13T10:30:45.000Z"))
        table = boto3.resource("dynamodb", endpoint_url=self.server.url, region_name="us-east-1", aws_access_key_id="any",
                               aws_secret_access_key="any").Table("rest-shop")
        stored = table.get_item(Key={"PK": "CUSTOMER#wire", "SK": f"ORDER#{order['OrderId']}"})["Item"]
        self.assertEqual((stored["GSI1PK"], stored["PlacedAt"]), ("STATUS#open", 1770978645))
        shown = self.ask("GET", f"/api/shop/Order/wire/{order['OrderId']}?keys=true")[2]
        self.assertEqual(shown["GSI1PK"], "STATUS#open")

    def test_patterns_and_pages(self):
        for total in range(5):
            self.assertEqual(self.ask("POST", "/api/shop/Order", {"CustomerId": "pages", "Total": total})[0], 201)
        seen, cursor = [], ""
        while cursor is not None:
            query = urllib.parse.urlencode({"customer": "pages", "limit": 2, **({"cursor": cursor} if cursor else {})})
            status, _, page = self.ask("GET", f"/api/shop/patterns/Orders?{query}")
            self.assertEqual(status, 200, page)
            seen += [item["Total"] for item in page["items"]]
            cursor = page["cursor"]
        self.assertEqual(sorted(seen), [0, 1, 2, 3, 4])
        self.assertEqual(len(self.ask("GET", "/api/shop/customers/pages/orders")[2]["items"]), 5)
        status, _, problem = self.ask("GET", "/api/shop/patterns/Orders?custmer=c1&limit=0")
        self.assertEqual(status, 400)
        self.assertIn("custmer", [entry["field"] for entry in problem["errors"]])

    def test_the_same_key_is_done_once(self):
        self.ask("POST", "/api/shop/Customer", {"CustomerId": "once", "Email": "o@b"})

        def place(total=3):
            return self.ask("POST", "/api/shop/actions/PlaceOrder", {"customer": "once", "total": total}, Idempotency_Key="k1")
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: place(), range(8)))
        self.assertEqual({status for status, _, _ in answers}, {200}, answers)
        self.assertEqual(len({json.dumps(body) for _, _, body in answers}), 1)
        self.assertEqual(self.ask("GET", "/api/shop/Customer/once")[2]["Orders"], 1)
        self.assertEqual(place(total=4)[0], 422)
        status, _, problem = self.ask("POST", "/api/shop/customers/nobody/orders", {"total": 1})
        self.assertEqual((status, problem["step"]), (409, 2))

    def test_http(self):
        self.assertEqual({model["name"] for model in self.ask("GET", "/api/")[2]["models"]}, {"shop", "glad"})
        status, headers, _ = self.ask("DELETE", "/api/shop/patterns")
        self.assertEqual((status, headers["Allow"]), (405, "GET, HEAD, OPTIONS"))
        self.assertEqual(self.ask("POST", "/api/shop/Customer", "x", Content_Type="text/plain")[0], 415)
        self.assertEqual(self.ask("POST", "/api/shop/Customer", {}, Origin="https://elsewhere.example")[0], 403)
        status, headers, _ = self.ask("OPTIONS", "/api/shop/Customer", Origin="http://localhost:3000",
                                      Access_Control_Request_Method="POST")
        self.assertEqual((status, headers["Access-Control-Allow-Origin"]), (204, "http://localhost:3000"))
        self.assertIn('trestle_rest_requests_total{model="shop",method="DELETE",status="4xx"}', self.ask("GET", "/metrics")[2])

    def test_routes_of_a_system(self):
        ann = {"username": "ann", "name": "Ann", "password": "a long secret"}
        self.assertEqual(self.ask("POST", "/api/glad/users", ann)[0], 201)
        token = self.ask("POST", "/api/glad/sessions", {"username": "ann", "password": "a long secret"})[2]["token"]
        skill = {"SkillName": "rust", "ProficiencyLevel": "Expert", "YearsOfExperience": 3}
        status, headers, _ = self.ask("POST", "/api/glad/users/ann/skills", skill)
        self.assertEqual((status, headers["WWW-Authenticate"]), (401, "Bearer"))
        status, _, made = self.ask("POST", "/api/glad/users/ann/skills", skill, Authorization=f"Bearer {token}")
        self.assertEqual(status, 201, made)
        self.assertEqual(len(self.ask("GET", "/api/glad/users/ann/skills")[2]["items"]), 1)


if __name__ == "__main__":
    unittest.main()
