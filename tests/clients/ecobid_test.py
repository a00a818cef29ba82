"""What time does in ecobid: reservations run out, what is completed and what was told goes, all over the server."""

import json
import pathlib
import sys
import time
import unittest
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import Server  # noqa: E402


class EcobidTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--memory", "--system", "ecobid", "--seed-demo", "--clock=manual")

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def ask(self, path, body=None):
        request = urllib.request.Request(self.server.url + path, data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)

    def advance(self, by):
        self.ask("/_trestle/clock", {"advance": by})

    def told(self, user):
        return [(each["kind"], each["itemId"]) for each in self.ask(f"/api/ecobid/users/{user}/notifications")["items"]]

    def copies(self, user):
        return {each["itemId"]: each["status"] for each in self.ask(f"/api/ecobid/users/{user}/items")["items"]}

    def until(self, expected, look):
        """Triggers follow the stream: what they do is there a moment later."""
        end = time.monotonic() + 20
        while (found := look()) != expected and time.monotonic() < end:
            time.sleep(0.02)
        self.assertEqual(found, expected)

    def test_time_passes(self):
        self.ask("/api/ecobid/items/desk/reservations", {"userId": "ewa"})
        self.until("reserved", lambda: self.copies("ola").get("desk"))
        self.until(True, lambda: ("reserved", "desk") in self.told("ola"))

        self.advance("24h1s")
        self.assertEqual(self.ask("/api/ecobid/users/ewa/reservations")["items"], [])
        self.until("available", lambda: self.ask("/api/ecobid/Item/desk")["status"])
        self.until(True, lambda: ("reservation_expired", "desk") in self.told("ewa"))
        self.until([], lambda: self.ask("/api/ecobid/items?status=reserved")["items"])

        reserved = self.ask("/api/ecobid/items/desk/reservations", {"userId": "jan"})["reservation"]
        self.ask(f"/api/ecobid/items/desk/reservations/{reserved['resId']}/collect", {"userId": "ola"})
        self.until("completed", lambda: self.copies("ola").get("desk"))
        self.until(2, lambda: self.told("ola").count(("reserved", "desk")))

        self.advance("31d")
        self.until([], lambda: self.told("ola"))
        self.assertEqual(self.ask("/api/ecobid/Item/desk")["status"], "completed")
        self.advance("60d")
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.ask("/api/ecobid/Item/desk")
        self.assertEqual(refused.exception.code, 404)
        refused.exception.close()
        self.until(None, lambda: self.copies("ola").get("desk"))


if __name__ == "__main__":
    unittest.main()
