"""What time does in ecobid: reservations run out, auctions close, what is completed and what was told goes, all over the server."""

import json
import pathlib
import sys
import threading
import time
import unittest
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import Server  # noqa: E402


class EcobidTest(unittest.TestCase):
    def setUp(self):
        self.server = Server("--memory", "--system", "ecobid", "--seed-demo", "--clock=manual:2026-12-01T09:00:00Z")
        self.addCleanup(self.server.stop)

    def ask(self, path, body=None):
        request = urllib.request.Request(self.server.url + path, data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)

    def advance(self, by):
        self.ask("/_trestle/clock", {"advance": by})

    def refused(self, path, body=None):
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.ask(path, body)
        with refused.exception as answer:
            return answer.code, json.load(answer)

    def told(self, user):
        return [(each["kind"], each["itemId"]) for each in self.ask(f"/api/ecobid/users/{user}/notifications")["items"]]

    def kinds(self, user):
        return [(each["kind"], each.get("auctionId")) for each in self.ask(f"/api/ecobid/users/{user}/notifications")["items"]]

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
        self.until([("sold", "")], lambda: self.told("ola"))  # the bicycle, whose auction ended on the way
        self.assertEqual(self.ask("/api/ecobid/Item/desk")["status"], "completed")
        self.advance("60d")
        self.assertEqual(self.refused("/api/ecobid/Item/desk")[0], 404)
        self.until(None, lambda: self.copies("ola").get("desk"))
        self.until([], lambda: self.told("ola"))

    def test_auctions_close_at_their_end(self):
        lego = self.ask("/api/ecobid/items/lego/auctions", {"userId": "ewa", "startPrice": 5, "endsAt": "2026-12-01T13:00:00Z"})["auction"]
        self.assertEqual({each["auctionId"] for each in self.ask("/api/ecobid/auctions")["items"]}, {"auc-radio", lego["auctionId"], "auc-bike"})
        self.advance("3h59m59s")  # the radio and the bricks end in a second
        self.assertEqual(self.ask("/api/ecobid/Auction/auc-radio")["status"], "open")
        self.assertEqual(self.refused("/api/ecobid/auctions/auc-radio/close", {})[0], 409)
        bid = self.ask("/api/ecobid/auctions/auc-radio/bids", {"userId": "kasia", "amount": 50})
        self.assertEqual(bid["auction"]["highestBidder"], "kasia")

        self.advance("1s")
        # Moving the clock has closed them: nothing more is needed, and nothing more can be done.
        sold = self.ask("/api/ecobid/Auction/auc-radio")
        self.assertEqual((sold["status"], sold["highestBid"]), ("sold", 50))
        self.assertEqual(self.ask("/api/ecobid/Item/radio")["status"], "completed")
        self.assertEqual(self.ask(f"/api/ecobid/Auction/{lego['auctionId']}")["status"], "unsold")
        self.assertEqual(self.ask("/api/ecobid/Item/lego")["status"], "available")
        self.assertEqual(self.ask("/api/ecobid/auctions/close", {}), {"auctions": []})
        self.assertEqual(self.refused("/api/ecobid/auctions/auc-radio/bids", {"userId": "jan", "amount": 60})[0], 409)
        self.assertEqual([each["auctionId"] for each in self.ask("/api/ecobid/auctions")["items"]], ["auc-bike"])
        self.until(1, lambda: len([1 for kind, _ in self.kinds("kasia") if kind == "won"]))
        self.until(1, lambda: len([1 for kind, _ in self.kinds("jan") if kind == "sold"]))

    def test_an_auction_closes_once_whoever_closes_it(self):
        rounds = 8
        for number in range(rounds):
            end = f"2026-12-01T{10 + number}:00:00Z"
            auction = self.ask("/api/ecobid/items/lego/auctions", {"userId": "ewa", "startPrice": 5, "endsAt": end})["auction"]["auctionId"]
            closed, done = [], threading.Event()

            def close():
                while not done.is_set():
                    closed.extend(self.ask("/api/ecobid/auctions/close", {})["auctions"])
            closers = [threading.Thread(target=close) for _ in range(2)]
            for thread in closers:
                thread.start()
            try:
                self.advance("1h")
            finally:
                done.set()
                for thread in closers:
                    thread.join()
            self.assertEqual(self.ask(f"/api/ecobid/Auction/{auction}")["status"], "unsold")
            self.assertLessEqual([each["auctionId"] for each in closed].count(auction), 1)
            self.assertEqual(self.ask("/api/ecobid/Item/lego")["status"], "available")
        self.until(rounds, lambda: len([1 for kind, _ in self.kinds("ewa") if kind == "unsold"]))


if __name__ == "__main__":
    unittest.main()
