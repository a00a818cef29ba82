"""EcoBid over the server: every pattern and workflow, searches held against a count by hand, requests at the same moment, what time does,
kills and restarts, bad input."""

import math
import pathlib
import random
import sys
import tempfile
import threading
import unittest
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.dynamo import Client  # noqa: E402
from harness.rest import Api, Writing, advance, at_once, until  # noqa: E402
from harness.server import Server  # noqa: E402

CLOCK = "--clock=manual:2026-12-01T09:00:00Z"
CENTER = {"lat": 52.2297, "lon": 21.0122}
CATEGORIES = ("furniture", "electronics", "clothing", "books", "toys", "garden", "kitchen", "sports", "other")


def names(items, attribute="itemId"):
    return [item[attribute] for item in items]


def distance_km(one, other):
    """Along the great circle."""
    up = math.sin(math.radians(other["lat"] - one["lat"]) / 2)
    across = math.sin(math.radians(other["lon"] - one["lon"]) / 2)
    part = up * up + math.cos(math.radians(one["lat"])) * math.cos(math.radians(other["lat"])) * across * across
    return 2 * 6371.0088 * math.asin(min(1, math.sqrt(part)))


def point(place):
    return f"{place['lat']},{place['lon']}"


class EcobidTest(unittest.TestCase):
    def start(self, *options):
        self.server = Server("--memory", "--system", "ecobid", "--seed-demo", CLOCK, *options)
        self.addCleanup(self.server.stop)
        self.api = Api(self.server, "ecobid")

    def setUp(self):
        self.start()

    def advance(self, by):
        advance(self.server, by)

    def listed(self, user="ola", title="Lamp", category="other", place=CENTER):
        return self.api.post("/items", {"userId": user, "title": title, "category": category, "location": place})["item"]["itemId"]

    def auctioned(self, item, user="ola", end="2026-12-01T10:00:00Z", price=0):
        return self.api.post(f"/items/{item}/auctions", {"userId": user, "startPrice": price, "endsAt": end})["auction"]["auctionId"]

    def reserved(self, item, user):
        return self.api.post(f"/items/{item}/reservations", {"userId": user})["reservation"]["resId"]

    def kinds(self, user, *only):
        """What the user was told of; all of it, or of these kinds."""
        return sorted(kind for kind in names(self.api.pattern("Notifications", userId=user), "kind") if not only or kind in only)

    def search(self, center, radius, **more):
        query = urllib.parse.urlencode({"center": point(center), "radius_km": radius} | more)
        return self.api.get(f"/items/search?{query}")

    # ---- What the document asks for ----

    def test_every_pattern(self):
        pattern = self.api.pattern
        self.assertEqual(names(pattern("P1", userId="ola"), "displayName"), ["Ola Nowak"])
        until({"desk": "available", "shelf": "reserved", "bike": "auction"},
              lambda: {item["itemId"]: item["status"] for item in pattern("P2", userId="ola")})
        self.assertEqual(names(pattern("P3", center=point(CENTER), radius_km=5, category="furniture")), ["desk", "crib", "chair"])
        self.assertEqual(pattern("P4", itemId="kettle")[0]["title"], "Electric kettle")
        self.assertEqual(names(pattern("P5", itemId="skis"), "resId"), ["res-skis"])
        [active] = pattern("P6", userId="jan")
        self.assertEqual((active["resId"], active["expiresAt"]), ("res-shelf", "2026-12-02T06:00:00.000Z"))
        auction, *bids = pattern("P7", auctionId="auc-bike")
        self.assertEqual((auction["highestBid"], names(bids, "amount")), (310.5, [310.5, 280, 250, 200]))
        newest = ["chair", "kettle", "crib", "novels", "monitor", "table", "lego", "desk", "tent", "mower", "pots"]
        self.assertEqual(names(pattern("P8", status="available")), newest)
        self.assertEqual(names(pattern("P8", status="available", limit=4)), newest)
        self.assertEqual(names(pattern("P8", status="reserved")), ["skis", "shelf"])
        self.assertEqual(names(pattern("Nearby", center=point(CENTER), radius_km=2)), ["desk", "novels", "kettle"])
        self.assertEqual(names(pattern("Nearby", center=point(CENTER), radius_km=2, since="2026-12-01T00:00:00Z")), ["kettle"])
        self.assertEqual(names(pattern("NearbyWide", center=point(CENTER), radius_km=300)),
                         ["desk", "novels", "kettle", "crib", "lego", "chair", "mower", "monitor", "pots", "table", "tent"])
        self.assertEqual(names(pattern("NewestInCell", geohash5="u3qcn")), ["kettle", "novels", "desk"])
        self.assertEqual(names(pattern("ItemsByCategory", category="furniture")), ["chair", "crib", "table", "desk"])
        self.assertEqual(names(pattern("ItemsByCategory", category="furniture", since="2026-11-30T20:00:00Z")), ["chair", "crib"])
        self.assertEqual(names(pattern("AuctionsOfItem", itemId="bike"), "auctionId"), ["auc-bike"])
        self.assertEqual(names(pattern("OpenAuctions"), "auctionId"), ["auc-radio", "auc-bike"])
        self.assertEqual(names(pattern("EndedAuctions"), "auctionId"), [])
        self.assertEqual(names(pattern("EndedAuctions", at="2026-12-01T13:00:00Z"), "auctionId"), ["auc-radio"])
        self.assertEqual(names(pattern("BidsOfUser", userId="jan"), "bidId"), ["bid-3", "bid-1"])
        until(["reserved"], lambda: self.kinds("ola"))
        catalogue = self.api.get("/patterns")
        self.assertLessEqual({f"P{number}" for number in range(1, 9)}, set(names(catalogue["patterns"], "name")))

    def test_from_the_offer_to_the_hand_over(self):
        api = self.api
        api.post("/users", {"userId": "ada", "email": "Ada@Example.com", "displayName": "Ada"})
        self.assertEqual(api.get("/User/ada")["email"], "ada@example.com")
        changed = api.ask("PATCH", "/users/ada", {"email": "Ada.L@Example.com", "displayName": "Ada L."})
        self.assertEqual((changed[0], changed[1]["user"]["email"], changed[1]["user"]["displayName"]), (200, "ada.l@example.com", "Ada L."))
        self.assertEqual(api.ask("PATCH", "/users/ada", {"email": "OLA@example.com"})[1]["code"], "unique")
        self.assertEqual(api.ask("PATCH", "/users/ada", {"rating": 5})[1]["errors"][0]["field"], "rating")
        self.assertEqual(api.ask("PATCH", "/users/ada", {"displayName": "A", "version": 1})[1]["code"], "version")
        item = self.listed("ada", "Chess set", "toys")
        self.assertIn(item, names(self.search(CENTER, 0.01)["items"]))
        first = self.reserved(item, "jan")
        self.assertEqual(names(self.search(CENTER, 0.01)["items"]), [])
        self.assertEqual(api.ask("POST", f"/items/{item}/reservations/{first}/cancel", {"userId": "ewa"})[0], 403)
        api.post(f"/items/{item}/reservations/{first}/cancel", {"userId": "jan"})
        self.assertEqual(names(api.get("/users/jan/reservations")["items"], "resId"), ["res-shelf"])
        second = self.reserved(item, "ewa")
        self.assertEqual(api.ask("POST", f"/items/{item}/reservations/{second}/collect", {"userId": "ewa"})[0], 403)
        done = api.post(f"/items/{item}/reservations/{second}/collect", {"userId": "ada"})
        self.assertEqual((done["item"]["status"], done["reservation"]["status"]), ("completed", "collected"))
        self.assertEqual(sorted(names(api.get(f"/items/{item}/reservations")["items"], "status")), ["cancelled", "collected"])
        until(["cancelled", "reserved", "reserved"], lambda: self.kinds("ada"))
        until(["collected"], lambda: self.kinds("ewa", "collected"))
        until({item: "completed"}, lambda: {each["itemId"]: each["status"] for each in api.get("/users/ada/items")["items"]})

        auction = self.auctioned(self.listed("ada", "Clock"), "ada", price=10)
        for user, amount in (("jan", 10), ("ewa", 12.5), ("jan", 13)):
            api.post(f"/auctions/{auction}/bids", {"userId": user, "amount": amount})
        self.assertEqual(names(api.get(f"/auctions/{auction}")["items"][1:], "amount"), [13, 12.5, 10])
        until(["bid"] * 3 + ["cancelled", "reserved", "reserved"], lambda: self.kinds("ada"))
        until(["outbid"], lambda: self.kinds("ewa", "outbid"))
        self.advance("1h")
        self.assertEqual(api.get(f"/Auction/{auction}")["highestBidder"], "jan")
        until(1, lambda: self.kinds("jan").count("won"))

    def test_the_same_key_gives_the_first_answer(self):
        self.advance("1h")
        item, other = self.listed(), self.listed()
        auction = self.auctioned(self.listed(), end="2026-12-01T11:00:00Z")
        first = self.reserved(item, "jan")
        second = self.reserved(other, "ewa")
        for path, body in (("/users", {"email": "k@example.com", "displayName": "K"}),
                           ("/items", {"userId": "ola", "title": "T", "category": "toys", "location": CENTER}),
                           ("/items/desk/reservations", {"userId": "ewa"}),
                           ("/items/pots/auctions", {"userId": "kasia", "endsAt": "2027-01-01T00:00:00Z"}),
                           (f"/auctions/{auction}/bids", {"userId": "jan", "amount": 5}),
                           (f"/items/{item}/reservations/{first}/cancel", {"userId": "jan"}),
                           (f"/items/{other}/reservations/{second}/collect", {"userId": "ola"})):
            with self.subTest(path):
                answers = at_once([lambda path=path, body=body: self.api.ask("POST", path, body, Idempotency_Key="key")] * 4)
                self.assertLess(answers[0][0], 300, answers)
                self.assertEqual(answers, answers[:1] * 4)
                if path == "/items":
                    listed = answers[0][1]["item"]["itemId"]
                self.assertEqual(self.api.ask("POST", path, body | {"userId": "tomek"}, Idempotency_Key="key")[0] // 100, 4)
        # Two days later the key is new.
        self.advance("49h")
        again = self.api.post("/items", {"userId": "ola", "title": "T", "category": "toys", "location": CENTER}, Idempotency_Key="key")
        self.assertNotEqual(again["item"]["itemId"], listed)

    # ---- Places ----

    def test_a_search_finds_what_is_there(self):
        chance = random.Random(2026)
        corners = ({"lat": 52.207031, "lon": 21.005859}, {"lat": 89.97, "lon": 10}, {"lat": -16.5, "lon": 179.99}, {"lat": 0, "lon": 0})
        places = []
        for corner in corners:
            for number in range(30):
                spread = (0.02, 0.2, 2)[number % 3]
                latitude = corner["lat"] + chance.uniform(-spread, spread)
                if corner["lat"] > 89:  # on all sides of the pole
                    latitude = 90 - abs(90 - latitude)
                around = 180 if corner["lat"] > 89 else spread
                longitude = (corner["lon"] + chance.uniform(-around, around) + 180) % 360 - 180
                places.append({"lat": round(latitude, 6), "lon": round(longitude, 6)})
        at_once([lambda part=part: [self.listed(category=CATEGORIES[number % 9], place=places[number]) for number in part]
                 for part in (range(0, 60), range(60, 120))])
        items = self.api.pattern("P8", status="available", limit=50)
        self.assertEqual(len(items), 131)
        for corner in corners:
            away = {item["itemId"]: distance_km(corner, item["location"]) for item in items}
            for radius in (0, 1.5, 9.5, 40, 700, 20_100):
                near = sorted((item for item in items if away[item["itemId"]] <= radius), key=lambda item: away[item["itemId"]])
                newest = sorted(sorted(near, key=lambda item: item["itemId"]), key=lambda item: item["timestamp"], reverse=True)
                with self.subTest(corner=corner, radius=radius, near=len(near)):
                    found = self.search(corner, radius, limit=1000)
                    self.assertEqual((found["within"], found["cursor"]), (len(near), None))
                    self.assertEqual(names(found["items"]), names(near))
                    for told, item in zip(found["distances_km"], near):
                        self.assertAlmostEqual(told, away[item["itemId"]], delta=0.001)
                    toys = self.search(corner, radius, category="toys", limit=1000)
                    self.assertEqual(names(toys["items"]), names(item for item in near if item["category"] == "toys"))
                    if radius in (9.5, 700):
                        self.assertEqual(names(self.paged(corner, radius, "newest")), names(newest))
                        self.assertEqual(names(self.paged(corner, radius, "nearest")), names(near))
                    if radius < 10 and corner["lat"] < 89:  # near a pole the cells are too narrow for one of the finer indexes
                        self.assertEqual(names(self.api.pattern("Nearby", center=point(corner), radius_km=radius, limit=4)), names(near))

    def paged(self, center, radius, order):
        items, cursor = [], {}
        while True:
            page = self.search(center, radius, order=order, limit=7, **cursor)
            items += page["items"]
            if not page["cursor"]:
                return items
            self.assertEqual(len(page["items"]), 7)
            cursor = {"cursor": page["cursor"]}

    def test_a_page_goes_on_where_the_last_one_ended(self):
        first = self.search(CENTER, 300, limit=2)
        self.assertEqual(names(first["items"]), ["desk", "novels"])
        self.reserved("novels", "ewa")  # it is gone from the search, and the cursor still knows where it was
        self.listed(place={"lat": 52.23, "lon": 21.013})  # nearer than where the page ended
        second = self.search(CENTER, 300, limit=3, cursor=first["cursor"])
        self.assertEqual(names(second["items"]), ["kettle", "crib", "lego"])
        for more in ({"cursor": first["cursor"], "order": "newest"}, {"cursor": "x"}):
            status, answer = self.api.ask("GET", "/items/search?" + urllib.parse.urlencode({"center": point(CENTER), "radius_km": 300} | more))
            self.assertEqual((status, names(answer["errors"], "field")), (400, ["cursor"]))

    # ---- At the same moment ----

    def test_an_item_has_one_taker(self):
        for _ in range(12):
            item = self.listed()
            takers = [lambda user=user: self.api.ask("POST", f"/items/{item}/reservations", {"userId": user})
                      for user in ("jan", "ewa", "tomek", "kasia", "piotr")]
            takers.append(lambda: self.api.ask("POST", f"/items/{item}/auctions", {"userId": "ola", "endsAt": "2026-12-02T00:00:00Z"}))
            answers = at_once(takers)
            self.assertEqual(sorted(status for status, _ in answers), [201] + [409] * 5, answers)
            [taken] = [answer for status, answer in answers if status == 201]
            stored = self.api.get(f"/Item/{item}")
            reservations = names(self.api.pattern("P5", itemId=item), "resId")
            auctions = names(self.api.pattern("AuctionsOfItem", itemId=item), "auctionId")
            if "auction" in taken:
                self.assertEqual((stored["status"], reservations, auctions), ("auction", [], [stored["auctionId"]]))
            else:
                self.assertEqual((stored["status"], reservations, auctions), ("reserved", [stored["reservationId"]], []))

    def test_the_history_of_bids_grows(self):
        auction = self.auctioned(self.listed(), end="2026-12-02T00:00:00Z", price=1)
        taken = []
        for round_ in range(10):
            offers = [(user, 10 * round_ + amount) for user, amount in
                      (("jan", 5), ("ewa", 5), ("tomek", 6.5), ("kasia", 7), ("piotr", 7), ("jan", 9.25))]
            answers = at_once([lambda user=user, amount=amount: self.api.ask("POST", f"/auctions/{auction}/bids", {"userId": user, "amount": amount})
                               for user, amount in offers])
            self.assertLessEqual({status for status, _ in answers}, {201, 409}, answers)
            accepted = sorted(answer["bid"]["amount"] for status, answer in answers if status == 201)
            self.assertEqual(accepted[-1:], [10 * round_ + 9.25])  # whoever was first, the highest bid is taken
            self.assertEqual(len(accepted), len(set(accepted)))
            taken += accepted
        stored, *bids = self.api.pattern("P7", auctionId=auction)
        self.assertEqual(names(bids, "amount"), taken[::-1])
        self.assertEqual((stored["bidCount"], stored["highestBid"], stored["highestBidId"]), (len(taken), 99.25, bids[0]["bidId"]))
        until(len(taken), lambda: self.kinds("ola").count("bid"))

    def test_an_email_address_belongs_to_one_user(self):
        for round_ in range(10):
            emails = (f"same{round_}@example.com", f"Same{round_}@Example.com") * 3
            answers = at_once([lambda email=email: self.api.ask("POST", "/users", {"email": email, "displayName": "Same"}) for email in emails])
            self.assertEqual(sorted(status for status, _ in answers), [201] + [409] * 5)

    def test_a_version_that_is_not_the_present_one_changes_nothing(self):
        answers = at_once([lambda number=number: self.api.ask("PATCH", "/items/desk", {"userId": "ola", "title": f"Desk {number}", "version": 1})
                           for number in range(6)])
        self.assertEqual(sorted(status for status, _ in answers), [200] + [409] * 5)
        [kept] = [answer["item"] for status, answer in answers if status == 200]
        self.assertEqual(self.api.get("/items/desk"), kept)

    def test_what_workflows_guard_is_written_by_nothing_else(self):
        api, catalogue = self.api, self.api.get("/patterns")
        self.assertEqual({each["kind"] for each in catalogue["actions"]}, {"workflow"})
        for entity in ("User", "UserItem", "Item", "Reservation", "Auction", "Bid", "Notification"):
            self.assertEqual(api.ask("POST", f"/{entity}", {})[0], 404, entity)
        for method in ("PATCH", "PUT", "DELETE"):
            for path in ("/User/ola", "/Item/desk", "/Reservation/shelf/res-shelf", "/Auction/auc-bike"):
                self.assertEqual(api.ask(method, path, {"status": "available", "highestBid": 1})[0], 405, path)
        for action in ("ReserveItem", "PlaceBid", "CloseAlone", "ReleaseItem", "Notify"):
            self.assertEqual(api.ask("POST", f"/actions/{action}", {"itemId": "shelf", "resId": "res-shelf"})[0], 404, action)

    def test_the_owner_changes_and_withdraws_an_item(self):
        api = self.api
        changed = api.ask("PATCH", "/items/desk", {"userId": "ola", "title": "Desk of oak", "location": {"lat": 50.06, "lon": 19.94}})
        self.assertEqual((changed[0], changed[1]["item"]["title"]), (200, "Desk of oak"))
        self.assertIn("desk", names(api.get("/items/search?center=50.06,19.94&radius_km=1")["items"]))
        until("Desk of oak", lambda: {each["itemId"]: each["title"] for each in api.pattern("P2", userId="ola")}["desk"])
        self.assertEqual(api.ask("DELETE", "/items/desk?userId=jan")[0], 403)
        self.assertEqual(api.ask("DELETE", "/items/shelf?userId=ola")[0], 409)  # it is reserved
        self.assertEqual(api.ask("DELETE", "/items/desk?userId=ola")[0], 200)
        self.assertEqual(api.ask("GET", "/items/desk")[0], 404)
        until(False, lambda: "desk" in names(api.pattern("P2", userId="ola")))

    # ---- What time does ----

    def test_time_passes(self):
        api = self.api
        self.reserved("desk", "ewa")
        until(["reserved"] * 2, lambda: self.kinds("ola"))  # the desk and the shelf; a stream keeps its records for a day
        self.advance("24h1s")
        self.assertEqual(api.get("/users/ewa/reservations")["items"], [])
        until("available", lambda: api.get("/Item/desk")["status"])
        until(["reservation_expired"], lambda: self.kinds("ewa", "reservation_expired"))
        until(["reservation_expired"] * 2 + ["reserved"] * 2, lambda: self.kinds("ola"))
        self.assertEqual(api.pattern("Notifications", userId="ewa")[0]["createdAt"], "2026-12-02T09:00:01.000Z")
        until([], lambda: api.get("/items?status=reserved")["items"])

        reserved = self.reserved("desk", "jan")
        api.post(f"/items/desk/reservations/{reserved}/collect", {"userId": "ola"})
        until("completed", lambda: {item["itemId"]: item["status"] for item in api.pattern("P2", userId="ola")}["desk"])
        until(3, lambda: self.kinds("ola").count("reserved"))

        self.advance("31d")
        until(["sold"], lambda: self.kinds("ola"))  # the bicycle, whose auction ended on the way
        self.assertEqual(api.get("/Item/desk")["status"], "completed")
        self.advance("58d")
        self.assertEqual(api.get("/Item/desk")["status"], "completed")
        self.assertEqual(len(api.pattern("P7", auctionId="auc-bike")), 5)
        self.advance("3d")
        self.assertEqual(api.ask("GET", "/Item/desk")[0], 404)
        self.assertEqual(api.pattern("P7", auctionId="auc-bike"), [])  # with all its bids
        until(False, lambda: "desk" in names(api.pattern("P2", userId="ola")))
        until([], lambda: self.kinds("ola"))

    def test_a_reservation_ends_before_its_item_is_removed(self):
        self.start("--ttl-delay", "48h")  # as the service may
        self.reserved("desk", "ewa")
        self.advance("24h")
        self.assertEqual(self.api.get("/users/ewa/reservations")["items"], [])
        self.reserved("desk", "jan")
        self.assertEqual(names(self.api.get("/users/jan/reservations")["items"]), ["desk"])
        until(["reservation_expired"], lambda: self.kinds("ewa", "reservation_expired"))

    def test_auctions_close_at_their_end(self):
        api = self.api
        lego = self.auctioned("lego", "ewa", "2026-12-01T13:00:00Z", 5)
        self.assertEqual(set(names(api.get("/auctions")["items"], "auctionId")), {"auc-radio", lego, "auc-bike"})
        self.advance("3h59m59s")  # the radio and the bricks end in a second
        self.assertEqual(api.get("/Auction/auc-radio")["status"], "open")
        self.assertEqual(api.ask("POST", "/auctions/auc-radio/close", {})[0], 409)
        self.assertEqual(api.post("/auctions/auc-radio/bids", {"userId": "kasia", "amount": 50})["auction"]["highestBidder"], "kasia")

        self.advance("1s")
        # Moving the clock has closed them: nothing more is needed, and nothing more can be done.
        sold = api.get("/Auction/auc-radio")
        self.assertEqual((sold["status"], sold["highestBid"]), ("sold", 50))
        self.assertEqual(api.get("/Item/radio")["status"], "completed")
        self.assertEqual(api.get(f"/Auction/{lego}")["status"], "unsold")
        self.assertEqual(api.get("/Item/lego")["status"], "available")
        self.assertEqual(api.post("/auctions/close", {}), {"auctions": []})
        self.assertEqual(api.ask("POST", "/auctions/auc-radio/bids", {"userId": "jan", "amount": 60})[0], 409)
        self.assertEqual(names(api.get("/auctions")["items"], "auctionId"), ["auc-bike"])
        until(1, lambda: self.kinds("kasia").count("won"))
        until(1, lambda: self.kinds("jan").count("sold"))

    def test_an_auction_whose_item_is_gone_closes_too(self):
        client = Client(self.server.url)
        self.addCleanup(client.close)
        client.call("DeleteItem", {"TableName": "ecobid", "Key": {"PK": {"S": "ITEM#radio"}, "SK": {"S": "METADATA"}}})
        self.advance("4h")
        self.assertEqual(self.api.get("/Auction/auc-radio")["status"], "sold")
        until(1, lambda: self.kinds("ewa").count("won"))

    def test_an_auction_closes_once_whoever_closes_it(self):
        api, rounds = self.api, 8
        for number in range(rounds):
            auction = self.auctioned("lego", "ewa", f"2026-12-01T{10 + number}:00:00Z", 5)
            closed, done = [], threading.Event()

            def close():
                while not done.is_set():
                    closed.extend(api.post("/auctions/close", {})["auctions"])
            closers = [threading.Thread(target=close) for _ in range(2)]
            for thread in closers:
                thread.start()
            try:
                self.advance("1h")
            finally:
                done.set()
                for thread in closers:
                    thread.join()
            self.assertEqual(api.get(f"/Auction/{auction}")["status"], "unsold")
            self.assertLessEqual(names(closed, "auctionId").count(auction), 1)
            self.assertEqual(api.get("/Item/lego")["status"], "available")
        until(rounds, lambda: self.kinds("ewa").count("unsold"))

    # ---- What goes wrong ----

    def test_bad_input_names_its_field(self):
        item = {"userId": "ola", "title": "x", "category": "toys", "location": CENTER}
        cases = (
            ("POST", "/users", {"email": "nobody"}, ["displayName", "email"]),
            ("POST", "/users", {"email": "a@b.example", "displayName": "", "userId": "a b"}, ["displayName", "userId"]),
            ("POST", "/users", {"email": "a@b.example", "displayName": "x", "rating": 5}, ["rating"]),
            ("POST", "/items", {"userId": "ola"}, ["category", "location", "title"]),
            ("POST", "/items", item | {"category": "cars", "title": ""}, ["category", "title"]),
            ("POST", "/items", item | {"location": {"lat": 91, "lon": 0}}, ["location"]),
            ("POST", "/items", item | {"condition": "broken", "description": "x" * 2001}, ["condition", "description"]),
            ("POST", "/items/desk/reservations", {}, ["userId"]),
            ("POST", "/items/desk/reservations", {"userId": "jan", "itemId": "kettle"}, ["itemId"]),
            ("POST", "/items/shelf/reservations/res-shelf/cancel", {}, ["userId"]),
            ("POST", "/items/shelf/reservations/res-shelf/collect", {"user": "ola"}, ["user", "userId"]),
            ("POST", "/items/desk/auctions", {"userId": "ola"}, ["endsAt"]),
            ("POST", "/items/desk/auctions", {"userId": "ola", "endsAt": "2026-12-01T09:00:00Z"}, ["endsAt"]),
            ("POST", "/items/desk/auctions", {"userId": "ola", "endsAt": "soon", "startPrice": 0.001}, ["endsAt", "startPrice"]),
            ("POST", "/auctions/auc-bike/bids", {"userId": "jan"}, ["amount"]),
            ("POST", "/auctions/auc-bike/bids", {"userId": "jan", "amount": "much"}, ["amount"]),
            ("POST", "/auctions/auc-bike/bids", {"userId": "jan", "amount": 400.001}, ["amount"]),
            ("POST", "/auctions/auc-bike/bids", {"amount": 0}, ["amount", "userId"]),
            ("POST", "/auctions/auc-bike/close", {"now": True}, ["now"]),
            ("POST", "/auctions/close", {"auctionId": "auc-bike"}, ["auctionId"]),
            ("GET", "/items/search", None, ["center"]),
            ("GET", "/items/search?center=here&radius_km=-1&category=cars", None, ["category", "center", "radius_km"]),
            ("GET", "/items/search?center=0,0&order=best&limit=0", None, ["limit", "order"]),
            ("GET", "/items?status=lost", None, ["status"]),
            ("GET", "/items", None, ["status"]),
            ("GET", "/items/nearby?center=0,181", None, ["center"]),
            ("GET", "/items/nearby?center=0,0&radius_km=11", None, ["radius_km"]),
            ("GET", "/items/nearby?centre=0,0&limit=x", None, ["center", "centre", "limit"]),
            ("GET", "/users/ola/items?limit=0", None, ["limit"]),
            ("GET", "/users/ola/items?limit=1&limit=2", None, ["limit"]),
            ("GET", "/users/ola/bids?cursor=x", None, ["cursor"]),
            ("GET", "/users/ola/reservations?status=active", None, ["status"]),
            ("GET", "/users/ola/notifications?keys=maybe", None, ["keys"]),
            ("GET", "/categories/furniture/items?since=yesterday", None, ["since"]),
            ("GET", "/patterns/EndedAuctions?at=then", None, ["at"]),
            ("GET", "/auctions?status=open", None, ["status"]),
            ("GET", "/auctions/auc-bike?limit=10001", None, ["limit"]),
            ("GET", "/items/bike/auctions?cursor=x", None, ["cursor"]),
            ("GET", "/items/a%20b/reservations", None, ["itemId"]),
            ("PATCH", "/items/desk", {"userId": "ola", "category": "cars", "title": ""}, ["category", "title"]),
            ("PATCH", "/items/desk", {"status": "completed"}, ["status", "userId"]),
            ("PATCH", "/users/ola", {"email": "Ola"}, ["email"]),
            ("DELETE", "/items/desk", None, ["userId"]),
            ("POST", "/items", item | {"itemId": "a b"}, ["itemId"]))
        for method, path, body, fields in cases:
            with self.subTest(path=path, body=body):
                status, answer = self.api.ask(method, path, body)
                self.assertEqual(status, 400, answer)
                self.assertEqual(sorted(names(answer["errors"], "field")), fields, answer)
        for status, method, path, body in (
                (404, "POST", "/items", item | {"userId": "nobody"}),
                (409, "POST", "/items", item | {"itemId": "desk"}),
                (400, "PATCH", "/items/desk", {"userId": "ola"}),
                (403, "PATCH", "/items/desk", {"userId": "jan", "title": "Mine"}),
                (409, "PATCH", "/items/bike", {"userId": "ola", "title": "Better bike"}),
                (404, "PATCH", "/items/none", {"userId": "ola", "title": "x"}),
                (404, "DELETE", "/items/none?userId=ola", None),
                (404, "GET", "/users/nobody", None),
                (404, "POST", "/items/none/reservations", {"userId": "jan"}),
                (404, "POST", "/items/desk/reservations", {"userId": "nobody"}),
                (409, "POST", "/items/desk/reservations", {"userId": "ola"}),
                (409, "POST", "/items/coat/reservations", {"userId": "jan"}),
                (404, "POST", "/items/desk/reservations/none/cancel", {"userId": "jan"}),
                (404, "POST", "/items/desk/reservations/none/collect", {"userId": "ola"}),
                (409, "POST", "/items/coat/reservations/res-coat/cancel", {"userId": "kasia"}),
                (404, "POST", "/items/none/auctions", {"userId": "ola", "endsAt": "2027-01-01T00:00:00Z"}),
                (403, "POST", "/items/desk/auctions", {"userId": "jan", "endsAt": "2027-01-01T00:00:00Z"}),
                (409, "POST", "/items/shelf/auctions", {"userId": "ola", "endsAt": "2027-01-01T00:00:00Z"}),
                (404, "POST", "/auctions/none/bids", {"userId": "jan", "amount": 1}),
                (404, "POST", "/auctions/auc-bike/bids", {"userId": "nobody", "amount": 400}),
                (409, "POST", "/auctions/auc-bike/bids", {"userId": "ola", "amount": 400}),
                (409, "POST", "/auctions/auc-bike/bids", {"userId": "jan", "amount": 310.5}),
                (404, "POST", "/auctions/none/close", {}),
                (409, "POST", "/auctions/auc-bike/close", {}),
                (404, "GET", "/Item/none", None), (404, "GET", "/item/desk", None), (405, "PUT", "/items/search", {}),
                (400, "POST", "/items", b"{"), (400, "POST", "/items", b"[]")):
            with self.subTest(path=path, body=body):
                refused, answer = self.api.ask(method, path, body)
                self.assertEqual((refused, answer["status"]), (status, status), answer)
                self.assertTrue(answer["detail"])
        self.assertEqual(self.api.get("/Item/desk")["version"], 1)
        self.assertEqual(self.api.get("/Auction/auc-bike")["version"], 1)


class EcobidRestartTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="trestle-ecobid-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def serve(self, instant, *more):
        server = Server("--data", self.folder, "--system", "ecobid", f"--clock=manual:{instant}", *more)
        return server, Api(server, "ecobid")

    def test_what_was_acknowledged_survives_a_kill_and_is_told_once(self):
        server, api = self.serve("2026-12-01T09:00:00Z", "--seed-demo")
        users = ("jan", "ewa", "tomek", "kasia")

        def write(thread, _):
            status, answer = api.ask("POST", "/items", {"userId": "ola", "title": "Lamp", "category": "other", "location": CENTER})
            if status != 201:
                return status, answer
            return api.ask("POST", f"/items/{answer['item']['itemId']}/reservations", {"userId": users[thread]})
        for round_ in range(2):
            writing = Writing(4, write)
            writing.wait_for(20)
            server.kill()  # in the middle of writes and of what follows from them
            writing.join()
            server, api = self.serve(f"2026-12-01T09:0{round_ + 1}:00Z")
            for answer in writing.acknowledged:
                reservation = answer["reservation"]
                self.assertEqual(api.get(f"/Reservation/{reservation['itemId']}/{reservation['resId']}"), reservation)
                self.assertEqual(api.get(f"/Item/{reservation['itemId']}")["reservationId"], reservation["resId"])
        with server:
            reserved = api.pattern("P8", status="reserved")
            self.assertGreaterEqual(len(reserved), 40)
            of_ola = sorted(item["reservationId"] for item in reserved if item["userId"] == "ola")
            until(of_ola, lambda: sorted(each["notificationId"] for each in api.pattern("Notifications", userId="ola") if each["kind"] == "reserved"))
            owned = {item["itemId"]: item["status"] for status in ("available", "reserved", "auction")
                     for item in api.pattern("P8", status=status) if item["userId"] == "ola"}
            until(owned, lambda: {item["itemId"]: item["status"] for item in api.pattern("P2", userId="ola")})

    def test_time_passes_while_the_server_is_down(self):
        server, api = self.serve("2026-12-01T09:00:00Z", "--seed-demo")
        api.post("/auctions/auc-radio/bids", {"userId": "kasia", "amount": 50})
        server.kill()
        server, api = self.serve("2026-12-02T10:00:00Z")  # the radio's auction and all reservations have ended
        with server:
            until("sold", lambda: api.get("/Auction/auc-radio")["status"])
            self.assertEqual(api.get("/Item/radio")["status"], "completed")
            self.assertEqual(api.get("/Auction/auc-bike")["status"], "open")
            until([], lambda: api.pattern("P8", status="reserved"))
            self.assertEqual({api.get(f"/Item/{item}")["status"] for item in ("shelf", "skis")}, {"available"})
            until(["won"], lambda: [each["kind"] for each in api.pattern("Notifications", userId="kasia") if each["kind"] == "won"])


if __name__ == "__main__":
    unittest.main()
