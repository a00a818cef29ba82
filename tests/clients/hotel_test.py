"""The hotel as a running server keeps it: what follows from streams, from time and from the model's plans."""

import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

import boto3

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.rest import until  # noqa: E402
from harness.server import CREDENTIALS, ROOT, Server  # noqa: E402

BINARY = str(os.environ.get("TRESTLE", ROOT / "build/release/trestle"))
TABLES = ["Availability", "AvailabilityArchive", "Bookings", "Metadata", "Properties", "Reviews", "Users"]
NOON = "2027-01-01T12:00:00Z"


def call(url, method="GET", body=None):
    """The status and the answer."""
    request = urllib.request.Request(url, None if body is None else json.dumps(body).encode(),
                                     {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request) as reply:
            return reply.status, json.loads(reply.read() or "{}")
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, json.load(refused)


class HotelTest(unittest.TestCase):
    def setUp(self):
        self.server = Server("--memory", f"--clock=manual:{NOON}", "--system", "hotel", "--seed-demo")
        self.addCleanup(self.server.__exit__)
        self.client = boto3.client("dynamodb", endpoint_url=self.server.url, region_name="us-east-1", aws_access_key_id="any",
                                   aws_secret_access_key="any")
        self.addCleanup(self.client.close)

    def api(self, path, body=None, method=None):
        return call(f"{self.server.url}/api/hotel{path}", method or ("GET" if body is None else "POST"), body)

    def advance(self, time_span):
        status, _ = call(f"{self.server.url}/_trestle/clock", "POST", {"advance": time_span})
        self.assertEqual(status, 200)

    def items(self, pattern):
        status, page = self.api(f"/patterns/{pattern}")
        self.assertEqual(status, 200, page)
        return page["items"]

    def rating(self, property_id):
        [found] = self.items(f"P7?id={property_id}")
        return found["ReviewCount"], found["AverageRating"]

    def test_streams_keep_the_rating(self):
        until((8, 8.9), lambda: self.rating("prop_127"))  # the review of the demo counts
        self.assertEqual(self.api("/reviews/rev_1000/moderate", {"moderator": "admin"})[0], 200)
        until((4, 9.4), lambda: self.rating("prop_128"))  # 28.2 and 9.5 are 37.7
        review = {"TableName": "Reviews", "Key": {"PK": {"S": "REVIEW#rev_1000"}, "SK": {"S": "METADATA"}}}
        self.client.update_item(**review, UpdateExpression="SET OverallRating = :one", ExpressionAttributeValues={":one": {"N": "1"}})
        until((4, 7.3), lambda: self.rating("prop_128"))  # a rating that is changed counts as it is now

        def amenities():
            found = self.items("P6?city=paris&country=france&amenity=pets")
            return [one["AverageRating"] for one in found if one["PropertyId"] == "prop_128"]

        until([7.3], amenities)  # amenities have a copy
        self.client.delete_item(**review)
        until((3, 9.4), lambda: self.rating("prop_128"))  # a review that is gone does not count

    def test_streams_notify(self):
        status, answer = self.api("/bookings/bkg_12347/confirm", {"providerTransactionId": "ch_1"})
        self.assertEqual(status, 200, answer)
        until(True, lambda: any("is confirmed" in one["Text"] for one in self.items("Notifications?id=user_457")))  # the guest is told

    def test_points_pay(self):
        stay = {"userId": "user_456", "propertyId": "prop_123", "roomTypeId": "room_789", "checkIn": "2027-01-02",
                "checkOut": "2027-01-04", "points": 2000}
        status, answer = self.api("/bookings", stay)
        self.assertEqual(status, 201, answer)
        self.assertEqual(answer["booking"]["TotalAmount"], 480)
        self.assertEqual(self.items("U4?id=user_456")[0]["Points"], 500)
        status, answer = self.api("/bookings", stay)
        self.assertEqual((status, answer["detail"]), (409, "user_456 has 500 points"))

    def test_old_nights_go_to_the_archive(self):
        before = self.items("A4?propertyId=prop_126&from=2027-01-01&to=2027-01-31")
        self.assertEqual(len(before), 7)
        night = {"PK": {"S": "ROOM#room_793"}, "SK": {"S": "DATE#2027-01-02"}}
        self.client.delete_item(TableName="Availability", Key=night)  # what somebody deletes is gone
        self.advance(f"{(730 + 3) * 24}h")
        left = self.items("A4?propertyId=prop_126&from=2027-01-01&to=2027-01-31")
        self.assertEqual([one["Date"] for one in left], [f"2027-01-0{day}" for day in (5, 6, 7, 8)])

        def archived(what=""):
            return self.api(f"/properties/prop_126/archive{what}")[1]["items"]

        until(2, lambda: len(archived()))  # the two that have expired
        for kept, night in zip(archived(), before[1:3]):
            for name in ("RoomTypeId", "PropertyId", "Date", "AvailableRooms", "TotalRooms", "PricePerNight", "Currency", "MinStay"):
                self.assertEqual(kept[name], night[name])
        self.assertEqual([one["Date"] for one in archived("?from=2027-01-04")], ["2027-01-04"])
        self.assertEqual(self.api("/properties/prop_126/archive?from=then")[0], 400)

    def test_the_archive_has_each_night_once_whatever_happens(self):
        nights = [f"2027-03-{day:02}" for day in range(1, 29)]
        with tempfile.TemporaryDirectory() as folder:
            def serve(clock):
                server = Server("--data", folder, f"--clock=manual:{clock}", "--system", "hotel")
                self.addCleanup(server.__exit__)
                return server

            server = serve(NOON)
            house = {"userId": "o", "propertyId": "p", "name": "P", "slug": "p", "propertyType": "villa", "location": {"lat": 1, "lon": 2},
                     "address": {"City": "Rome", "Country": "Italy"}, "priceRange": {"Min": 10}}
            room = {"userId": "o", "roomTypeId": "r", "name": "R", "maxOccupancy": 2, "basePricePerNight": 10, "totalRooms": 2}
            for method, path, body in (
                    ("POST", "/users", {"userId": "o", "email": "o@example.com", "role": "owner"}), ("POST", "/properties", house),
                    ("POST", "/properties/p/rooms", room),
                    ("PUT", "/properties/p/rooms/r/nights", {"userId": "o", "from": nights[0], "to": nights[-1]})):
                status, answer = call(f"{server.url}/api/hotel{path}", method, body)
                self.assertLess(status, 300, answer)
            # Killed while the nights expire, and then again.
            for _ in range(2):
                call(f"{server.url}/_trestle/clock", "POST", {"set": "2029-04-01T00:00:00Z"})
                server.kill()
                server = serve("2029-04-01T00:00:00Z")

            def archived():
                return call(f"{server.url}/api/hotel/properties/p/archive")[1]["items"]

            until(nights, lambda: [one["Date"] for one in archived()])
            stamps = [one["ArchivedAt"] for one in archived()]
            server.stop()
            server = serve("2029-04-01T01:00:00Z")
            self.assertEqual([one["ArchivedAt"] for one in archived()], stamps)
            self.assertEqual(call(f"{server.url}/api/hotel/patterns/A4?propertyId=p&from=2027-01-01&to=2027-12-31")[1]["items"], [])

    def test_tables_can_be_recovered_and_are_backed_up_daily(self):
        for table in TABLES:
            described = self.client.describe_continuous_backups(TableName=table)["ContinuousBackupsDescription"]
            self.assertEqual(described["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"], "ENABLED")
        self.advance("1m")  # returns when the plans have been seen: they begin with their next time
        self.assertEqual(self.backups(), [])
        self.advance("12h")
        midnight = datetime.datetime(2027, 1, 2, tzinfo=datetime.timezone.utc)
        name = f"scheduled-{midnight:%Y%m%dT%H%M%SZ}"
        until([(table, name) for table in TABLES], self.backups)  # every table has a backup at midnight
        self.advance("24h")
        until(2 * len(TABLES), lambda: len(self.backups()))  # and at the next

    def test_bulk_loading_checks_every_line(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "amenities.jsonl")
            lines = [json.dumps({"AmenityId": f"extra-{number}", "Name": f"Extra {number}"}) for number in range(300)]
            lines[100] = json.dumps({"AmenityId": "Not An Id", "DisplayOrder": -1})
            path.write_text("\n".join(lines))
            command = [BINARY, "import", "--endpoint", self.server.url, "--system", "hotel", "--entity", "Amenity", "--from", str(path)]
            environment = {**os.environ, **CREDENTIALS}
            stopped = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)
            self.assertEqual(stopped.returncode, 1, stopped.stderr)
            for wrong in (f"{path}:101", "AmenityId", "Name is required", "DisplayOrder"):
                self.assertIn(wrong, stopped.stderr)
            ended = subprocess.run([*command, "--on-error", "skip"], capture_output=True, text=True, timeout=60, check=False,
                                   env=environment)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertIn("imported 299 items into Metadata; 1 skipped", ended.stdout)
        status, page = self.api("/patterns/Amenities?limit=1000")
        self.assertEqual((status, len(page["items"])), (200, 299 + 7))

    def test_bulk_loading_guards_unique_values_without_a_model_too(self):
        with tempfile.TemporaryDirectory() as folder, Server("--memory") as bare:
            client = boto3.client("dynamodb", endpoint_url=bare.url, region_name="us-east-1", aws_access_key_id="any",
                                  aws_secret_access_key="any")
            self.addCleanup(client.close)
            client.create_table(TableName="guests", BillingMode="PAY_PER_REQUEST",
                                AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in ("PK", "SK")],
                                KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}])
            path = pathlib.Path(folder, "users.jsonl")
            lines = [{"UserId": f"u{number}", "Email": f"u{number % 60}@example.com"} for number in range(63)]
            path.write_text("\n".join(json.dumps(line) for line in lines))
            command = [BINARY, "import", "--system", "hotel", "--entity", "User", "--from", str(path), "--on-error", "skip"]
            environment = {**os.environ, **CREDENTIALS}
            for where in (["--endpoint", bare.url, "--table", "guests"], ["--endpoint", self.server.url]):
                for _ in range(2):  # a second time nothing is new
                    ended = subprocess.run([*command, *where], capture_output=True, text=True, timeout=60, check=False, env=environment)
                    self.assertEqual(ended.returncode, 0, ended.stderr)
                    self.assertIn("imported 60 items", ended.stdout)
                    self.assertIn("3 skipped", ended.stdout)
                    self.assertIn("Another item has the same Email", ended.stderr)
                    self.assertRegex(ended.stderr, f"{path}:(1|61):")
            found = client.scan(TableName="guests")["Items"]
            self.assertEqual(len(found), 120)  # each with its guard

    def backups(self):
        found = self.client.list_backups(BackupType="SYSTEM")["BackupSummaries"]
        return sorted((one["TableName"], one["BackupName"]) for one in found if one["BackupStatus"] == "AVAILABLE")


if __name__ == "__main__":
    unittest.main()
