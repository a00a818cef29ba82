"""The hotel over the server: every pattern and workflow, the last room, a kill in the middle, bad input."""

import json
import pathlib
import sys
import tempfile
import unittest
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.dynamo import Client  # noqa: E402
from harness.rest import Api, Writing, at_once, until  # noqa: E402
from harness.server import Server  # noqa: E402

CLOCK = "--clock=manual:2026-12-01T09:00:00Z"
TYPES = {"room_789": "prop_123", "room_791": "prop_124", "room_792": "prop_125", "room_794": "prop_127"}


def names(items, attribute):
    return [item[attribute] for item in items]


def day(number):
    return f"2026-12-{number:02}"


class HotelTest(unittest.TestCase):
    def setUp(self):
        self.server = Server("--memory", "--system", "hotel", "--seed-demo", CLOCK)
        self.addCleanup(self.server.stop)
        self.hotel = Api(self.server, "hotel")

    def advance(self, by):
        request = urllib.request.Request(self.server.url + "/_trestle/clock", json.dumps({"advance": by}).encode())
        urllib.request.urlopen(request, timeout=60).close()

    def stay(self, room, first, last, user="user_456", **more):
        return {"userId": user, "propertyId": TYPES[room], "roomTypeId": room, "checkIn": day(first), "checkOut": day(last), **more}

    def book(self, *stay, key=None, **more):
        headers = {"Idempotency_Key": key} if key else {}
        return self.hotel.ask("POST", "/bookings", self.stay(*stay, **more), **headers)

    def booked(self, *stay, **more):
        status, answer = self.book(*stay, **more)
        self.assertEqual(status, 201, answer)
        return answer["booking"]

    def free(self, room, first=2, last=8):
        """Rooms that are left, night by night."""
        nights = self.hotel.get(f"/properties/{TYPES[room]}/calendar?from={day(first)}&to={day(last)}")["items"]
        return {night["Date"]: night["AvailableRooms"] for night in nights if night["RoomTypeId"] == room}

    def search(self, **asked):
        asked = {"checkIn": day(2), "checkOut": day(3)} | asked
        return names(self.hotel.get("/search?" + urllib.parse.urlencode(asked))["results"], "PropertyId")

    # ---- What the document asks for ----

    def test_every_pattern(self):
        new_york = {"city": "New York", "country": "USA"}
        expected = (
            ("P1", new_york, "PropertyId", ["prop_125", "prop_123", "prop_126", "prop_124"]),
            ("P2", {"center": "40.7589,-73.9851", "radius_km": 5}, "PropertyId", ["prop_123", "prop_125", "prop_124"]),
            ("P3", new_york | {"minPrice": 90, "maxPrice": 1000}, "PropertyId", ["prop_124", "prop_123", "prop_125"]),
            ("DearestFirst", new_york | {"maxPrice": 999}, "PropertyId", ["prop_123", "prop_124", "prop_126"]),
            ("P4", new_york | {"minStars": 3}, "PropertyId", ["prop_123", "prop_125", "prop_124"]),
            ("P5", {"propertyType": "apartment"}, "PropertyId", ["prop_125", "prop_128"]),
            ("P6", {"city": "new york", "country": "usa", "amenity": "gym"}, "PropertyId", ["prop_125", "prop_123"]),
            ("P7", {"id": "prop_127"}, "Name", ["Hôtel de la Seine"]),
            ("P8", {"slug": "montmartre-studio-paris"}, "PropertyId", ["prop_128"]),
            ("P9", {"userId": "user_789"}, "PropertyId", ["prop_123", "prop_124", "prop_129"]),
            ("A1", {"roomTypeId": "room_795", "firstNight": day(2), "lastNight": day(6)}, "Date", [day(2), day(3), day(6)]),
            ("A2", {"roomTypeId": "room_794", "dates": f"{day(5)},{day(6)}"}, "PricePerNight", [210, 252]),
            ("A3", {"rooms": "room_789,room_790", "date": day(2)}, "AvailableRooms", [19, 7]),
            ("A4", {"propertyId": "prop_123", "from": day(2), "to": day(3)}, "AvailableRooms", [19, 7, 18, 6]),
            ("FreeNights", {"properties": "prop_128,prop_126", "firstNight": day(4), "lastNight": day(6)}, "PropertyId",
             ["prop_128"] + ["prop_126"] * 3),
            ("NightsOfRoom", {"roomTypeId": "room_795", "from": day(3), "to": day(5)}, "AvailableRooms", [1, 0, 0]),
            ("ArchivedNights", {"propertyId": "prop_123"}, "Date", []),
            ("B1", {"userId": "user_456"}, "BookingId", ["bkg_12345", "bkg_12346"]),
            ("B2", {"bookingReference": "BKG-2026-XYZ125"}, "BookingId", ["bkg_12347"]),
            ("B3", {"propertyId": "prop_123"}, "BookingId", ["bkg_12345", "bkg_12348"]),
            ("B3", {"propertyId": "prop_123", "from": day(4)}, "BookingId", ["bkg_12348"]),
            ("B4", {"status": "pending"}, "BookingId", ["bkg_12347"]),
            ("B5", {"date": day(5)}, "BookingId", ["bkg_12347"]),
            ("B6", {"id": "bkg_12347"}, "Amount", [190]),
            ("U1", {"email": "Amelie.Martin@example.com"}, "UserId", ["user_457"]),
            ("U2", {"id": "user_458"}, "FirstName", ["Kenji"]),
            ("U3", {"id": "user_456"}, "WishlistId", ["wl_123"]),
            ("U4", {"id": "user_456"}, "Tier", ["gold"]),
            ("R1", {"propertyId": "prop_127"}, "ReviewId", ["rev_999"]),
            ("R2", {"userId": "user_458"}, "ReviewId", ["rev_1000"]),
            ("R3", {"bookingId": "bkg_12349"}, "ReviewId", ["rev_1000"]),
            ("R4", {}, "ReviewId", ["rev_1000"]),
            ("CityAndRating", new_york | {"minRating": 8}, "PropertyId", ["prop_125", "prop_123", "prop_126"]),
            ("RoomsOfProperty", {"id": "prop_123"}, "RoomTypeId", ["room_789", "room_790"]),
            ("UpcomingBookings", {"userId": "user_456"}, "BookingId", ["bkg_12345"]),
            ("PastBookings", {"userId": "user_456"}, "BookingId", ["bkg_12346"]),
            ("CancelledBookings", {"userId": "user_458"}, "BookingId", ["bkg_12348"]),
            ("PendingProperties", {}, "PropertyId", ["prop_129"]),
            ("RoomsOnDate", {"propertyId": "prop_123", "date": day(2)}, "RoomTypeId", ["room_789", "room_790"]),
            ("LoyaltyHistory", {"id": "user_456"}, "Points", []),
            ("Preferences", {"id": "user_456"}, "BedType", ["king"]),
            ("Amenities", {}, "AmenityId", ["breakfast", "gym", "parking", "pets", "pool", "spa", "wifi"]),
            ("PromoByCode", {"code": "LASTROOM"}, "DiscountValue", [30]),
            ("PromoUses", {"code": "LASTROOM"}, "BookingId", []))
        until(["prop_125", "prop_123"], lambda: names(self.hotel.pattern("P6", **new_york, amenity="gym"), "PropertyId"))
        asked = set()
        for pattern, arguments, attribute, values in expected:
            with self.subTest(pattern):
                self.assertEqual(names(self.hotel.pattern(pattern, **arguments), attribute), values)
            asked.add(pattern)
        featured = self.hotel.pattern("P10")
        self.assertEqual(names(featured, "FeaturedScore"), sorted(names(featured, "FeaturedScore"), reverse=True))
        self.assertTrue(all(each["IsFeatured"] for each in featured) and featured)
        until(9, lambda: len(self.hotel.pattern("PropertyWithRooms", id="prop_123")))
        self.assertEqual(len(self.hotel.pattern("BookingWithRooms", id="bkg_12345")), 3)
        self.assertEqual(len(self.hotel.pattern("ReviewWithResponse", id="rev_999")), 2)
        until([f"Booking BKG-2026-XYZ{number} has arrived." for number in (127, 126)],
              lambda: names(self.hotel.pattern("Notifications", id="user_458"), "Text"))
        asked |= {"P10", "PropertyWithRooms", "BookingWithRooms", "ReviewWithResponse", "Notifications"}
        catalogue = self.hotel.get("/patterns")["patterns"]
        self.assertEqual({each["name"] for each in catalogue} - asked, set())

    def test_search(self):
        new_york = {"city": "new york", "country": "usa"}
        self.assertEqual(self.search(**new_york), ["prop_125", "prop_123", "prop_124"])  # the dormitory's beds are for one
        self.assertEqual(self.search(**new_york, sort="price"), ["prop_124", "prop_123", "prop_125"])
        self.assertEqual(self.search(**new_york, sort="price_desc"), ["prop_125", "prop_123", "prop_124"])
        self.assertEqual(self.search(**new_york, sort="stars"), ["prop_123", "prop_125", "prop_124"])
        self.assertEqual(set(self.search(**new_york, sort="recommended")), {"prop_123", "prop_124", "prop_125"})
        self.assertEqual(self.search(**new_york, guests=1, sort="price", limit=1), ["prop_126"])
        self.assertEqual(self.search(**new_york, guests=5), ["prop_125"])
        self.assertEqual(self.search(**new_york, guests=5, rooms=3), ["prop_123", "prop_124"])
        self.assertEqual(self.search(**new_york, minPrice=200, maxPrice=999), ["prop_123"])
        self.assertEqual(self.search(**new_york, minRating=9, minStars=5), ["prop_123"])
        self.assertEqual(self.search(**new_york, propertyType="apartment"), ["prop_125"])
        self.assertEqual(self.search(**new_york, amenities="wifi,pool"), ["prop_123"])
        self.assertEqual(self.search(**new_york, freeCancellation="true"), ["prop_123", "prop_124"])
        around = {"lat": 40.7589, "lon": -73.9851, "radiusKm": 3, "sort": "distance"}
        self.assertEqual(self.search(**around), ["prop_123", "prop_125"])
        self.assertEqual(self.search(city="paris", country="france", sort="price"), ["prop_128", "prop_127"])
        # The studio is taken on the 4th and the 5th: a night that is missing rules the stay out.
        self.assertEqual(self.search(city="paris", country="france", checkOut=day(5)), ["prop_127"])
        found = self.hotel.get(f"/search?city=paris&country=france&checkIn={day(5)}&checkOut={day(7)}")
        self.assertEqual((found["nights"], found["results"][0]["Total"]), (2, 462))
        # The properties in one request, the nights of each in one, and the room of each that is free.
        self.assertEqual((found["requests"], found["cursor"]), (1 + 2 + 1, None))

    def test_a_search_goes_on_in_every_order(self):
        stay = {"checkIn": day(2), "checkOut": day(3), "guests": 1}
        around = {"lat": 40.7589, "lon": -73.9851, "radiusKm": 25}
        searches = [{"city": "new york", "country": "usa", "sort": sort} for sort in ("rating", "recommended", "price", "price_desc", "stars")]
        searches += [around | {"sort": sort} for sort in ("rating", "recommended", "price", "price_desc", "stars", "distance")]
        for search in searches:
            with self.subTest(search):
                found, cursor = [], None
                while True:
                    more = {"cursor": cursor} if cursor else {}
                    page = self.hotel.get("/search?" + urllib.parse.urlencode(search | stay | more | {"limit": 1, "amenities": "wifi, wifi,"}))
                    found += names(page["results"], "PropertyId")
                    cursor = page["cursor"]
                    if not cursor:
                        break
                    other = search | stay | {"cursor": cursor, "minStars": 1}
                    status, answer = self.hotel.ask("GET", "/search?" + urllib.parse.urlencode(other))
                    self.assertEqual((status, answer["errors"][0]["field"]), (400, "cursor"))
                self.assertEqual(found, self.search(**search, **stay))
                self.assertEqual(len(found), 4)

    def test_from_the_quote_to_the_review(self):
        hotel = self.hotel
        quote = hotel.get(f"/quote?propertyId=prop_124&roomTypeId=room_791&checkIn={day(2)}&checkOut={day(4)}&promoCode=LASTROOM")
        self.assertEqual((quote["RoomTotal"], quote["Discounts"], quote["TaxesAndFees"], quote["Total"]), (190, 30, 0, 160))
        before = self.free("room_791")
        first = self.book("room_791", 2, 4, user="user_457", promoCode="LASTROOM", key="once")
        self.assertEqual(first[0], 201)
        self.assertEqual(self.book("room_791", 2, 4, user="user_457", promoCode="LASTROOM", key="once"), first)
        self.assertEqual(self.book("room_791", 3, 4, user="user_457", key="once")[0], 422)
        for other in ({"rooms": 2}, {"guests": 1}, {"requests": "A quiet room"}, {"paymentMethod": "cash"}, {"points": 1}):
            self.assertEqual(self.book("room_791", 2, 4, user="user_457", promoCode="LASTROOM", key="once", **other)[0], 422, other)
        booking, payment = first[1]["booking"], first[1]["payment"]
        self.assertEqual((booking["Status"], booking["TotalAmount"], payment["Amount"], payment["Status"]), ("pending", 160, 160, "pending"))
        self.assertEqual(self.free("room_791"), before | {day(2): before[day(2)] - 1, day(3): before[day(3)] - 1})
        booking = booking["BookingId"]
        confirmed = hotel.post(f"/bookings/{booking}/confirm", {"providerTransactionId": "ch_1", "provider": "stripe", "cardLast4": "4242",
                                                                "cardBrand": "visa"})
        self.assertEqual((confirmed["booking"]["Status"], confirmed["payment"]["Status"]), ("confirmed", "succeeded"))
        self.assertEqual([confirmed["payment"][name] for name in ("PaymentProvider", "CardLast4", "CardBrand")], ["stripe", "4242", "visa"])
        self.assertEqual(hotel.ask("POST", f"/bookings/{booking}/confirm", {"providerTransactionId": "ch_2"})[0], 409)
        self.assertEqual(hotel.ask("POST", f"/bookings/{booking}/complete", {})[0], 409)
        self.assertEqual(hotel.ask("POST", f"/bookings/{booking}/review", {"userId": "user_457", "overall": 9})[0], 409)

        self.advance("96h")
        self.assertEqual(hotel.ask("POST", f"/bookings/{booking}/cancel", {"userId": "user_457"})[0], 409)
        done = hotel.post(f"/bookings/{booking}/complete", {})
        self.assertEqual((done["booking"]["Status"], done["loyalty"]["Points"], done["loyalty"]["Tier"]), ("completed", 480, "bronze"))
        self.assertEqual(hotel.ask("POST", f"/bookings/{booking}/complete", {})[0], 409)
        self.assertEqual(names(hotel.pattern("LoyaltyHistory", id="user_457"), "Points"), [160])

        self.assertEqual(hotel.ask("POST", f"/bookings/{booking}/review", {"userId": "user_456", "overall": 9})[0], 403)
        review = hotel.post(f"/bookings/{booking}/review", {"userId": "user_457", "overall": 9, "cleanliness": 9.5, "text": "Clean.",
                                                            "pros": "Quiet", "tripType": "solo"})["review"]
        self.assertEqual([review[name] for name in ("CleanlinessRating", "Pros", "TripType", "GuestName", "GuestCountry", "IsVerified")],
                         [9.5, "Quiet", "solo", "Amélie M.", "France", True])
        review = review["ReviewId"]
        self.assertEqual(hotel.ask("POST", f"/reviews/{review}/helpful", {})[0], 409)
        self.assertEqual(hotel.ask("POST", f"/bookings/{booking}/review", {"userId": "user_457", "overall": 1})[1]["detail"],
                         "The stay has been reviewed already")
        self.assertEqual(hotel.get("/properties/prop_124/reviews")["items"], [])
        self.assertEqual(hotel.ask("POST", f"/reviews/{review}/respond", {"responder": "user_789", "text": "Thanks"})[0], 409)
        self.assertEqual(hotel.ask("POST", f"/reviews/{review}/moderate", {"moderator": "user_456"})[0], 403)
        hotel.post(f"/reviews/{review}/moderate", {"moderator": "admin"})
        hotel.post(f"/reviews/{review}/helpful", {})
        self.assertEqual([(each["ReviewId"], each["HelpfulCount"]) for each in hotel.get("/properties/prop_124/reviews")["items"]], [(review, 1)])
        # There were four reviews of 31.2 in all.
        until((5, 8), lambda: tuple(hotel.get("/Property/prop_124")[name] for name in ("ReviewCount", "AverageRating")))
        until([8], lambda: names(hotel.pattern("P6", city="New York", country="USA", amenity="breakfast"), "AverageRating"))
        self.assertEqual(hotel.ask("POST", f"/reviews/{review}/respond", {"responder": "user_790", "text": "Thanks"})[0], 403)
        self.assertEqual(hotel.post(f"/reviews/{review}/respond", {"responder": "user_789", "text": "Thanks"})["response"]["ResponseText"],
                         "Thanks")
        self.assertEqual(hotel.ask("POST", f"/reviews/{review}/respond", {"responder": "user_789", "text": "Thanks"})[1]["detail"],
                         "The review has been answered already")
        until({f"is {status}." for status in ("confirmed", "completed", "approved")} | {"has arrived."},
              lambda: {" ".join(text.split()[-2:]) for text in names(hotel.pattern("Notifications", id="user_457"), "Text")})
        rejected = hotel.post("/reviews/rev_1000/moderate", {"moderator": "admin", "approve": False})
        self.assertEqual((rejected["review"]["Status"], hotel.get("/reviews/pending")["items"]), ("rejected", []))

    def test_routes_that_read(self):
        hotel = self.hotel
        self.assertEqual(hotel.get("/properties/prop_127")["Name"], "Hôtel de la Seine")
        self.assertEqual(hotel.get("/bookings/bkg_12345")["UserId"], "user_456")
        for path in ("/properties/none", "/bookings/none"):
            self.assertEqual(hotel.ask("GET", path)[0], 404)
        for path, attribute, expected in (
                ("/properties/pending", "PropertyId", ["prop_129"]), ("/properties/slug/montmartre-studio-paris", "PropertyId", ["prop_128"]),
                ("/users/user_789/properties", "PropertyId", ["prop_123", "prop_124", "prop_129"]),
                ("/users/user_456/bookings", "BookingId", ["bkg_12345", "bkg_12346"]),
                ("/users/user_456/bookings/upcoming", "BookingId", ["bkg_12345"]), ("/users/user_456/bookings/past", "BookingId", ["bkg_12346"]),
                ("/users/user_456/bookings/cancelled", "BookingId", []),
                ("/users/nobody/reviews", "ReviewId", []), ("/users/nobody/loyalty", "Points", []), ("/users/nobody/notifications", "Text", [])):
            with self.subTest(path):
                self.assertEqual(names(hotel.get(path)["items"], attribute), expected)
        self.assertEqual({booking["PropertyId"] for booking in hotel.get("/properties/prop_123/bookings")["items"]}, {"prop_123"})

    def test_what_workflows_guard_is_written_by_them_alone(self):
        for method, path, body in (
                ("POST", "/actions/ShowProperty", {"propertyId": "prop_129", "moderator": "admin"}),
                ("POST", "/actions/ApproveReview", {"reviewId": "rev_1000", "moderator": "user_456"}),
                ("POST", "/actions/EarnPoints", {}), ("PATCH", "/Booking/bkg_12347", {"Status": "confirmed"}),
                ("PATCH", "/Payment/bkg_12347", {"Status": "succeeded"}), ("PUT", "/LoyaltyPoints/user_456", {"Points": 10**6}),
                ("DELETE", "/Booking/bkg_12347", None), ("POST", "/ReviewResponse", {"ReviewId": "rev_999", "ResponseText": "x"}),
                ("POST", "/Review", {"BookingId": "x", "UserId": "x", "PropertyId": "prop_124", "OverallRating": 1, "Status": "approved"}),
                ("PATCH", "/Review/rev_1000", {"Status": "approved"}), ("DELETE", "/Review/rev_999", None),
                ("PATCH", "/Property/prop_129", {"Status": "approved"}), ("DELETE", "/Property/prop_123", None),
                ("POST", "/Property", {"OwnerId": "user_789", "Status": "approved"}), ("POST", "/RoomType", {"PropertyId": "prop_123"}),
                ("POST", "/PropertyImage", {"PropertyId": "prop_123"}), ("PATCH", "/Availability/room_792/2026-12-02", {"AvailableRooms": 9}),
                ("POST", "/User", {"Email": "eve@example.com", "Role": "admin"}), ("PATCH", "/User/user_456", {"Role": "admin"}),
                ("POST", "/PromoCode", {"Code": "FREE"}), ("PATCH", "/PromoCode/WELCOME10", {"DiscountValue": 100}),
                ("DELETE", "/Amenity/wifi", None)):
            with self.subTest(path=path, method=method):
                self.assertIn(self.hotel.ask(method, path, body)[0], (404, 405))
        self.assertEqual(self.hotel.get("/Booking/bkg_12347")["Status"], "pending")
        self.assertEqual(names(self.hotel.pattern("PendingProperties"), "PropertyId"), ["prop_129"])
        # Nor can anybody sign up for more than a guest or an owner.
        status, answer = self.hotel.ask("POST", "/users", {"email": "eve@example.com", "role": "admin"})
        self.assertEqual((status, answer["errors"][0]["field"]), (400, "role"))

    def test_guests_sign_up(self):
        hotel = self.hotel
        ada = {"userId": "ada", "email": "Ada@Example.com", "firstName": "Ada", "country": "UK", "phoneNumber": "+44-1"}
        status, first = hotel.ask("POST", "/users", ada, Idempotency_Key="ada")
        self.assertEqual((status, first["user"]["Email"], first["user"]["Role"]), (201, "ada@example.com", "customer"))
        self.assertEqual(hotel.ask("POST", "/users", ada, Idempotency_Key="ada"), (201, first))
        self.assertEqual(hotel.ask("POST", "/users", {"email": "ADA@example.com"})[1]["code"], "unique")
        changed = hotel.ask("PATCH", "/users/ada", {"email": "Lovelace@example.com", "lastName": "Lovelace"})
        self.assertEqual((changed[0], changed[1]["user"]["Email"], changed[1]["user"]["Country"]), (200, "lovelace@example.com", "UK"))
        self.assertEqual(hotel.get("/users/ada"), changed[1]["user"])
        self.assertEqual(names(hotel.pattern("U1", email="LOVELACE@example.com"), "UserId"), ["ada"])
        self.assertEqual(hotel.ask("PATCH", "/users/ada", {"email": "admin@hotel.example"})[0], 409)
        self.assertEqual(hotel.ask("PATCH", "/users/ada", {"firstName": "A", "version": 1})[1]["code"], "version")
        self.assertEqual(hotel.ask("PATCH", "/users/nobody", {"firstName": "A"})[0], 404)
        self.assertEqual(hotel.ask("PATCH", "/users/ada", {})[0], 400)
        self.assertEqual(hotel.ask("PUT", "/users/ada/preferences", {"BedType": "twin"})[0], 201)
        self.assertEqual(hotel.get("/users/ada/preferences")["BedType"], "twin")
        self.assertEqual(hotel.ask("POST", "/users/ada/wishlists", {"WishlistId": "sea", "Name": "The sea"})[0], 201)
        self.assertEqual(hotel.post("/users/ada/wishlists/sea", {"propertyId": "prop_123"})["wishlist"]["PropertyIds"], ["prop_123"])

    HOUSE = {"userId": "olga", "propertyId": "inn", "name": "The Inn", "slug": "the-inn", "propertyType": "guesthouse", "starRating": 3,
             "address": {"Line1": "1 Quay", "City": "Gdańsk", "Country": "Poland"}, "location": {"lat": 54.35, "lon": 18.65},
             "priceRange": {"Min": 80, "Max": 120, "Currency": "EUR"}, "amenityList": ["wifi", "pets"], "taxPercent": 8}
    ROOM = {"userId": "olga", "roomTypeId": "attic", "name": "Attic", "maxOccupancy": 2, "basePricePerNight": 80, "totalRooms": 3,
            "currency": "EUR", "cancellationPolicy": "non_refundable"}

    def inn(self):
        """A property with a room that is offered from the 2nd to the 20th, and approved."""
        hotel = self.hotel
        hotel.post("/users", {"userId": "olga", "email": "olga@example.com", "role": "owner"})
        self.assertEqual(hotel.post("/properties", self.HOUSE)["property"]["Status"], "pending")
        hotel.post("/properties/inn/rooms", self.ROOM)
        self.assertEqual(self.nights({"to": day(20)}), {"opened": 19, "changed": 0, "sold": []})
        hotel.post("/properties/inn/approve", {"moderator": "admin"})

    def nights(self, change, room="attic", house="inn", user="olga"):
        body = {"userId": user, "from": day(2)} | change
        status, answer = self.hotel.ask("PUT", f"/properties/{house}/rooms/{room}/nights", body)
        self.assertEqual(status, 200, answer)
        return answer

    def test_an_owner_offers_a_house(self):
        hotel = self.hotel
        self.inn()
        self.assertEqual(names(hotel.get("/users/olga/properties")["items"], "PropertyId"), ["inn"])
        found = hotel.get(f"/search?city=Gda%C5%84sk&country=POLAND&checkIn={day(2)}&checkOut={day(4)}")["results"]
        self.assertEqual([(each["PropertyId"], each["RoomName"], each["Total"]) for each in found], [("inn", "Attic", 172.8)])
        until(["inn"], lambda: names(hotel.pattern("P6", city="Gdańsk", country="poland", amenity="pets"), "PropertyId"))

        def changed(path, body, user="olga"):
            return hotel.ask("PATCH", f"/properties/inn{path}", {"userId": user} | body)

        self.assertEqual(changed("", {"amenityList": ["wifi"], "description": "By the water"})[1]["property"]["Status"], "approved")
        until([], lambda: hotel.pattern("P6", city="Gdańsk", country="poland", amenity="pets"))
        self.assertEqual(changed("/rooms/attic", {"name": "Loft"})[1]["room"]["Name"], "Loft")
        self.assertEqual(changed("", {"name": "x", "version": 1})[1]["code"], "version")
        self.assertEqual([changed("", {"name": "x"}, "user_789")[0], changed("/rooms/attic", {"name": "x"}, "user_789")[0],
                          changed("/rooms/none", {"name": "x"})[0], changed("", {})[0]], [403, 403, 404, 400])

        # Rooms that are sold stay sold, whatever the owner does.
        for _ in range(2):
            self.assertEqual(hotel.ask("POST", "/bookings", {"userId": "user_456", "propertyId": "inn", "roomTypeId": "attic", "checkIn": day(3),
                                                             "checkOut": day(5)})[0], 201)
        self.assertEqual(self.nights({"to": day(6), "totalRooms": 1, "pricePerNight": 99.5}), {"opened": 0, "changed": 3, "sold": [day(3), day(4)]})
        self.assertEqual(self.nights({"to": day(5), "totalRooms": 2}), {"opened": 0, "changed": 4, "sold": []})
        offered = hotel.get(f"/rooms/attic/nights?from={day(2)}&to={day(6)}")["items"]
        self.assertEqual([(night["TotalRooms"], night["AvailableRooms"], night["PricePerNight"]) for night in offered],
                         [(2, 2, 99.5), (2, 0, 80), (2, 0, 80), (2, 2, 99.5), (1, 1, 99.5)])
        self.assertEqual(self.nights({"from": day(8), "to": day(8), "isBlocked": True, "blockReason": "Repairs"})["changed"], 1)
        self.assertEqual(self.search(city="Gdańsk", country="poland", checkIn=day(7), checkOut=day(9)), [])
        self.nights({"from": day(8), "to": day(8), "isBlocked": False})
        self.assertEqual(self.search(city="Gdańsk", country="poland", checkIn=day(7), checkOut=day(9)), ["inn"])
        self.nights({"from": "2026-12-30", "to": "2027-01-02", "minStay": 3})  # over the end of the year
        self.assertEqual(self.search(city="Gdańsk", country="poland", checkIn="2026-12-31", checkOut="2027-01-02"), [])
        self.assertEqual(self.search(city="Gdańsk", country="poland", checkIn="2026-12-30", checkOut="2027-01-02"), ["inn"])

        # Another house may call its room alike, but has none of these nights.
        hotel.post("/properties", self.HOUSE | {"userId": "user_789", "propertyId": "copy", "slug": "copy"})
        hotel.post("/properties/copy/rooms", self.ROOM | {"userId": "user_789"})
        hotel.post("/properties/copy/approve", {"moderator": "admin"})
        body = {"userId": "user_456", "propertyId": "copy", "roomTypeId": "attic", "checkIn": day(10), "checkOut": day(11)}
        self.assertEqual(hotel.ask("POST", "/bookings", body)[0], 409)
        status, answer = hotel.ask("PUT", "/properties/copy/rooms/attic/nights", {"userId": "user_789", "from": day(10), "to": day(10)})
        self.assertEqual((status, answer["detail"]), (409, "Another property has nights of attic"))

    def test_pictures(self):
        self.inn()
        hotel = self.hotel
        for number in (1, 2):
            added = hotel.post("/properties/inn/images", {"userId": "olga", "imageId": f"i{number}", "url": f"https://cdn.example.com/{number}.jpg",
                                                          "altText": "The house", "isPrimary": number == 1})
        self.assertEqual((added["property"]["ImageCount"], added["property"]["PrimaryImageUrl"]), (2, "https://cdn.example.com/1.jpg"))
        for status, path, user in ((403, "/properties/inn/images/i1", "user_789"), (404, "/properties/inn/images/i9", "olga"),
                                   (404, "/properties/none/images/i1", "olga"), (200, "/properties/inn/images/i1", "olga")):
            self.assertEqual(hotel.ask("DELETE", f"{path}?userId={user}")[0], status, path)
        self.assertEqual((hotel.get("/properties/inn")["ImageCount"], hotel.ask("GET", "/PropertyImage/inn/i1")[0]), (1, 404))
        # One that nobody has counted can be removed, too.
        Client(self.server.url).call("PutItem", {"TableName": "Properties", "Item": {
            name: {"S": value} for name, value in (("PK", "PROPERTY#prop_124"), ("SK", "IMAGE#i3"), ("EntityType", "PropertyImage"),
                                                   ("PropertyId", "prop_124"), ("ImageId", "i3"), ("Url", "x"))}})
        self.assertEqual(hotel.ask("DELETE", "/properties/prop_124/images/i3?userId=user_789")[1]["property"]["ImageCount"], 0)
        self.assertEqual(hotel.ask("DELETE", "/properties/prop_124/images/i3?userId=user_789")[0], 404)
        self.assertEqual(hotel.ask("DELETE", "/properties/prop_123/images/img_001?userId=user_789")[1]["property"]["ImageCount"], 0)

    def test_administrators(self):
        hotel = self.hotel
        promo = {"moderator": "admin", "code": "SPRING", "discountType": "percentage", "discountValue": 20, "usageLimit": 1,
                 "validFrom": "2026-12-01T00:00:00+02:00", "validUntil": "2026-12-31T23:59:59Z"}
        self.assertEqual(hotel.post("/promos", promo)["promo"]["ValidFrom"], "2026-11-30T22:00:00.000Z")
        self.assertEqual(hotel.ask("POST", "/promos", promo)[1]["code"], "exists")
        self.assertEqual(self.booked("room_791", 2, 3, promoCode="SPRING")["PriceBreakdown"]["Discounts"], 19)
        self.assertEqual(self.book("room_791", 2, 3, promoCode="SPRING")[1]["detail"], "Promo code SPRING is used up")
        for change, refusal in (({"usageLimit": 9, "isActive": False}, "Promo code SPRING is not valid now"), ({"isActive": True}, None)):
            self.assertEqual(hotel.ask("PATCH", "/promos/SPRING", {"moderator": "admin"} | change)[0], 200)
            self.assertEqual(self.book("room_791", 3, 4, promoCode="SPRING")[1].get("detail"), refusal)
        self.assertEqual(hotel.get("/promos/SPRING")["UsageCount"], 2)
        sauna = {"moderator": "admin", "amenityId": "sauna", "name": "Sauna"}
        self.assertEqual(hotel.post("/amenities", sauna)["amenity"]["Name"], "Sauna")
        self.assertIn("sauna", names(hotel.get("/amenities")["items"], "AmenityId"))
        self.assertEqual(hotel.post("/properties/prop_124/feature", {"moderator": "admin", "score": 99999})["property"]["FeaturedScore"], 99999)
        self.assertEqual(hotel.get("/featured")["items"][0]["PropertyId"], "prop_124")
        hotel.post("/properties/prop_124/feature", {"moderator": "admin", "featured": False})
        self.assertNotIn("prop_124", names(hotel.get("/featured")["items"], "PropertyId"))
        for method, path, body in (("POST", "/promos", promo), ("PATCH", "/promos/SPRING", {"usageLimit": 5}), ("POST", "/amenities", sauna),
                                   ("POST", "/properties/prop_124/feature", {})):
            for moderator in ("user_789", "nobody"):
                self.assertEqual(hotel.ask(method, path, body | {"moderator": moderator})[0], 403, path)
        # The house cancels: all comes back, whatever the room's rule says.
        booking = self.booked("room_792", 6, 7)["BookingId"]
        hotel.post(f"/bookings/{booking}/confirm", {"providerTransactionId": "ch"})
        self.assertEqual(hotel.ask("POST", f"/bookings/{booking}/cancel", {"userId": "user_789"})[0], 403)
        cancelled = hotel.post(f"/bookings/{booking}/cancel", {"userId": "user_790", "reason": "Water damage"})
        self.assertEqual((cancelled["payment"]["Status"], cancelled["payment"]["RefundAmount"]), ("refunded", 1200))
        booking = self.booked("room_792", 6, 7)["BookingId"]
        self.assertEqual(hotel.post(f"/bookings/{booking}/cancel", {"userId": "admin"})["booking"]["Status"], "cancelled")

    def test_what_is_paid_back(self):
        for room, first, percent, payment in (("room_789", 6, 100, "refunded"), ("room_794", 6, 50, "partially_refunded"),
                                              ("room_792", 6, 0, "succeeded")):
            with self.subTest(room):
                before = self.free(room)
                booking = self.booked(room, first, first + 2, promoCode="WELCOME10")
                self.hotel.post(f"/bookings/{booking['BookingId']}/confirm", {"providerTransactionId": "ch"})
                self.assertEqual(self.hotel.ask("POST", f"/bookings/{booking['BookingId']}/cancel", {"userId": "user_457"})[0], 403)
                cancelled = self.hotel.post(f"/bookings/{booking['BookingId']}/cancel", {"userId": "user_456", "reason": "Ill"})
                self.assertEqual((cancelled["payment"]["Status"], cancelled["payment"]["RefundAmount"]),
                                 (payment, booking["TotalAmount"] * percent / 100))
                self.assertEqual(self.free(room), before)
        self.assertEqual(self.hotel.get("/PromoCode/WELCOME10")["UsageCount"], 0)

    def test_a_day_is_that_of_the_property(self):
        hotel = self.hotel
        self.advance("43h")  # the third in Paris, at four in the morning; eleven at night on the second in New York
        self.assertEqual(self.search(city="new york", country="usa"), ["prop_125", "prop_123", "prop_124"])
        tonight = self.booked("room_791", 2, 3)["BookingId"]
        self.assertEqual(self.book("room_794", 2, 3)[1]["errors"][0]["field"], "checkIn")
        self.assertEqual(hotel.ask("POST", f"/bookings/{tonight}/cancel", {"userId": "user_456"})[1]["detail"], "The stay has begun")
        hotel.post(f"/bookings/{tonight}/confirm", {"providerTransactionId": "ch"})
        self.assertEqual(hotel.ask("POST", f"/bookings/{tonight}/complete", {})[1]["detail"], "The stay is not over")
        bookings = [self.booked("room_789", 5, 6)["BookingId"] for _ in range(2)]  # free until 48 hours before
        for booking in bookings:
            hotel.post(f"/bookings/{booking}/confirm", {"providerTransactionId": "ch"})
        self.advance("1h")  # midnight in New York
        self.assertEqual(hotel.post(f"/bookings/{tonight}/complete", {})["booking"]["Status"], "completed")
        for booking, refund in zip(bookings, (250, 125)):
            self.assertEqual(hotel.post(f"/bookings/{booking}/cancel", {"userId": "user_456"})["payment"]["RefundAmount"], refund)
            self.advance("1ms")

    def test_wishlists(self):
        wish = "/users/user_456/wishlists/wl_123"
        self.assertEqual(set(self.hotel.post(wish, {"propertyId": "prop_123"})["wishlist"]["PropertyIds"]), {"prop_123", "prop_125", "prop_128"})
        for gone in ("prop_123", "prop_125"):
            self.hotel.post(wish, {"propertyId": gone, "wanted": False})
        self.assertEqual(self.hotel.get("/users/user_456/wishlists")["items"][0]["PropertyIds"], ["prop_128"])
        self.assertNotIn("PropertyIds", self.hotel.post(wish, {"propertyId": "prop_128", "wanted": False})["wishlist"])
        ids = [f"prop_{each}" for each in range(123, 130)]
        for wanted in (True, False):
            answers = at_once([lambda each=each: self.hotel.ask("POST", wish, {"propertyId": each, "wanted": wanted}) for each in ids * 2])
            self.assertEqual({status for status, _ in answers}, {200}, answers)
            wishes = self.hotel.get("/users/user_456/wishlists")["items"][0].get("PropertyIds", [])
            self.assertEqual(sorted(wishes), ids if wanted else [])

    def test_a_property_is_found_by_what_it_has_once_it_is_approved(self):
        boston = {"city": "boston", "country": "usa", "amenity": "breakfast"}

        def found():
            return names(self.hotel.pattern("P6", **boston), "PropertyId")

        until(2, lambda: len(self.hotel.pattern("P6", **boston | {"city": "new york", "amenity": "gym"})))  # the stream is that far
        self.assertEqual((found(), self.hotel.pattern("P1", city="boston", country="usa")), ([], []))
        for decision in ("approve", "reject"):
            for moderator in ("user_789", "nobody"):
                self.assertEqual(self.hotel.ask("POST", f"/properties/prop_129/{decision}", {"moderator": moderator})[0], 403)
            self.assertEqual(self.hotel.ask("POST", f"/properties/none/{decision}", {"moderator": "admin"})[0], 404)
        self.hotel.post("/properties/prop_129/approve", {"moderator": "admin"})
        until(["prop_129"], found)
        self.assertEqual(names(self.hotel.pattern("P1", city="boston", country="usa"), "PropertyId"), ["prop_129"])
        self.assertEqual(self.hotel.ask("POST", "/properties/prop_129/reject", {"moderator": "admin"})[0], 409)
        self.assertEqual(self.hotel.ask("PATCH", "/properties/prop_129", {"userId": "user_789", "amenityList": ["wifi"]})[0], 200)
        until([], found)

    # ---- At the same moment ----

    def test_the_last_room_is_sold_once(self):
        full = self.free("room_792")
        for round_ in range(12):
            stays = [(2 + (number + round_) % 5, 4 + (number + round_) % 5) for number in range(8)]
            answers = at_once([lambda stay=stay: self.book("room_792", *stay) for stay in stays])
            self.assertLessEqual({status for status, _ in answers}, {201, 409}, answers)
            sold = [answer["booking"] for status, answer in answers if status == 201]
            self.assertTrue(sold)
            left = dict(full)
            for booking in sold:
                for night in range(int(booking["CheckInDate"][-2:]), int(booking["CheckOutDate"][-2:])):
                    left[day(night)] -= 1
            self.assertEqual(self.free("room_792"), left)
            self.assertGreaterEqual(min(left.values()), 0)
            # Each is cancelled twice while others look for a room that comes free.
            ids = [booking["BookingId"] for booking in sold]
            cancel = [lambda each=each: self.hotel.ask("POST", f"/bookings/{each}/cancel", {"userId": "user_456"}) for each in ids * 2]
            again = [lambda: self.book("room_792", 2, 3)] * 2
            answers = at_once(cancel + again)
            self.assertEqual(sorted(status for status, _ in answers[:len(cancel)]), [200] * len(ids) + [409] * len(ids), answers)
            for status, answer in answers[len(cancel):]:
                if status == 201:
                    self.hotel.post(f"/bookings/{answer['booking']['BookingId']}/cancel", {"userId": "user_456"})
            self.assertEqual(self.free("room_792"), full)

    def test_there_are_rooms_for_all_who_come_at_once(self):
        before = self.free("room_789")
        answers = at_once([lambda number=number: self.book("room_789", 2, 5, user=f"user_45{6 + number % 3}") for number in range(12)])
        self.assertEqual([status for status, _ in answers], [201] * 12, answers)
        self.assertEqual(self.free("room_789"), before | {day(night): before[day(night)] - 12 for night in (2, 3, 4)})
        self.assertEqual(len({answer["booking"]["BookingReference"] for _, answer in answers}), 12)

    def test_one_key_books_once_at_the_same_moment(self):
        before = self.free("room_791")
        for round_ in range(4):
            answers = at_once([lambda: self.book("room_791", 2, 4, key=f"key{round_}")] * 6)
            self.assertEqual({status for status, _ in answers}, {201}, answers)
            self.assertEqual(len({answer["booking"]["BookingId"] for _, answer in answers}), 1)
        self.assertEqual(self.free("room_791"), before | {day(night): before[day(night)] - 4 for night in (2, 3)})

    def test_a_promo_code_is_used_as_often_as_it_may_be(self):
        answers = at_once([lambda: self.book("room_789", 2, 4, promoCode="LASTROOM")] * 8)
        self.assertEqual(sorted(status for status, _ in answers), [201] * 3 + [409] * 5, answers)
        self.assertEqual(self.hotel.get("/PromoCode/LASTROOM")["UsageCount"], 3)
        self.assertEqual(len(self.hotel.pattern("PromoUses", code="LASTROOM")), 3)
        # Where there is enough for all, nobody is turned away.
        answers = at_once([lambda: self.book("room_789", 4, 5, promoCode="WELCOME10")] * 18)
        self.assertEqual({status for status, _ in answers}, {201}, answers)
        self.assertEqual(self.hotel.get("/PromoCode/WELCOME10")["UsageCount"], 18)

    def test_points_are_spent_once(self):
        def points():
            return self.hotel.get("/LoyaltyPoints/user_456")["Points"]
        self.assertEqual(points(), 2500)
        self.assertEqual(self.book("room_789", 2, 3, points=2**70)[1]["detail"], "user_456 has 2500 points")
        answers = at_once([lambda: self.book("room_789", 2, 3, points=1000)] * 5)
        self.assertEqual(sorted(status for status, _ in answers), [201] * 2 + [409] * 3, answers)
        paid = [answer["booking"] for status, answer in answers if status == 201]
        self.assertEqual((points(), [booking["TotalAmount"] for booking in paid]), (500, [240, 240]))
        cancel = [lambda each=each: self.hotel.ask("POST", f"/bookings/{each['BookingId']}/cancel", {"userId": "user_456"}) for each in paid * 2]
        self.assertEqual(sorted(status for status, _ in at_once(cancel)), [200] * 2 + [409] * 2)
        self.assertEqual(points(), 2500)

    def test_a_review_counts_once_and_an_email_address_belongs_to_one(self):
        count = self.hotel.get("/Property/prop_128")["ReviewCount"]
        answers = at_once([lambda: self.hotel.ask("POST", "/reviews/rev_1000/moderate", {"moderator": "admin"})] * 6)
        self.assertEqual(sorted(status for status, _ in answers), [200] + [409] * 5, answers)
        until(count + 1, lambda: self.hotel.get("/Property/prop_128")["ReviewCount"])
        for round_ in range(8):
            user = {"email": f"same{round_}@example.com", "firstName": "Same", "lastName": "One"}
            answers = at_once([lambda: self.hotel.ask("POST", "/users", user)] * 6)
            self.assertEqual(sorted(status for status, _ in answers), [201] + [409] * 5, answers)

    def test_an_owner_changes_nights_while_guests_book(self):
        self.inn()
        for round_ in range(6):
            stays = [{"userId": "user_456", "propertyId": "inn", "roomTypeId": "attic", "checkIn": day(2 + number % 3), "checkOut": day(4 + number % 3)}
                     for number in range(8)]
            rooms = [{"userId": "olga", "from": day(2), "to": day(6), "totalRooms": total} for total in (2 + round_, 5 + round_, 3 + round_)]
            answers = at_once([lambda stay=stay: self.hotel.ask("POST", "/bookings", stay) for stay in stays] +
                              [lambda order=order: self.hotel.ask("PUT", "/properties/inn/rooms/attic/nights", order) for order in rooms])
            self.assertEqual({status for status, _ in answers} - {200, 201, 409}, set(), answers)
            sold = self.hotel.pattern("B3", propertyId="inn")
            for night in self.hotel.get(f"/rooms/attic/nights?from={day(2)}&to={day(6)}")["items"]:
                taken = sum(booking["CheckInDate"] <= night["Date"] < booking["CheckOutDate"] for booking in sold)
                self.assertEqual(night["TotalRooms"] - night["AvailableRooms"], taken, night)
                self.assertGreaterEqual(night["AvailableRooms"], 0)

    # ---- What goes wrong ----

    def test_bad_input_names_its_field(self):
        dates = f"checkIn={day(2)}&checkOut={day(3)}"
        quote = "/quote?propertyId=prop_123&roomTypeId=room_789"
        good = self.stay("room_789", 2, 3)
        nights = "/properties/prop_123/rooms/room_789/nights"
        promo = {"moderator": "admin", "code": "SPRING", "discountType": "percentage", "discountValue": 20, "usageLimit": 1,
                 "validFrom": "2026-12-01T00:00:00Z", "validUntil": "2026-12-31T23:59:59Z"}
        for method, path, body, field in (
                ("GET", f"/search?city=paris&country=france&checkIn={day(2)}", None, "checkOut"),
                ("GET", f"/search?{dates}", None, "city"),
                ("GET", f"/search?{dates}&lat=91&lon=0", None, "lat"),
                ("GET", f"/search?{dates}&lat=1&lon=0&radiusKm=26", None, "radiusKm"),
                ("GET", f"/search?{dates}&city=paris&country=france&sort=distance", None, "sort"),
                ("GET", f"/search?{dates}&city=paris&country=france&sort=name", None, "sort"),
                ("GET", f"/search?{dates}&city=paris&country=france&guests=0", None, "guests"),
                ("GET", f"/search?{dates}&city=paris&country=france&minStars=6", None, "minStars"),
                ("GET", f"/search?{dates}&city=paris&country=france&limit=101", None, "limit"),
                ("GET", f"/search?{dates}&city=paris&country=france&propertyType=castle", None, "propertyType"),
                ("GET", f"/search?{dates}&city=paris&country=france&minPrice=100&maxPrice=99.5", None, "maxPrice"),
                ("GET", f"/search?{dates}&city=paris&country=france&freeCancellation=perhaps", None, "freeCancellation"),
                ("GET", f"/search?{dates}&city=paris&country=france&stars=4", None, "stars"),
                ("GET", f"{quote}&checkIn={day(3)}&checkOut={day(3)}", None, "checkOut"),
                ("GET", f"{quote}&checkIn=2026-11-30&checkOut={day(3)}", None, "checkIn"),
                ("GET", f"{quote}&checkIn={day(2)}&checkOut=2027-12-02", None, "checkOut"),
                ("GET", f"{quote}&checkIn=2026-12-32&checkOut={day(3)}", None, "checkIn"),
                ("GET", f"/search?{dates}&city=paris&country=france&cursor=x.1.1.y", None, "cursor"),
                ("POST", "/bookings", {**good, "checkIn": "2026-11-30"}, "checkIn"),
                ("POST", "/bookings", {**good, "children": 2}, "children"),
                ("POST", "/bookings", {**good, "promoCode": ""}, "promoCode"),
                ("POST", "/bookings", {**good, "rooms": 21}, "rooms"),
                ("POST", "/bookings", {**good, "guests": "two"}, "guests"),
                ("POST", "/bookings", {**good, "guest": "Ada"}, "guest"),
                ("POST", "/bookings", {**good, "requests": "x" * 1001}, "requests"),
                ("POST", "/bookings", {name: value for name, value in good.items() if name != "userId"}, "userId"),
                ("POST", "/bookings/bkg_12347/confirm", {}, "providerTransactionId"),
                ("POST", "/bookings/bkg_12347/confirm", {"providerTransactionId": "x", "cardLast4": "42"}, "cardLast4"),
                ("POST", "/bookings/bkg_12347/cancel", {}, "userId"),
                ("POST", "/bookings/bkg_12347/complete", {"points": 1}, "points"),
                ("POST", "/bookings/bkg_12346/review", {"userId": "user_456", "overall": 11}, "overall"),
                ("POST", "/bookings/bkg_12346/review", {"userId": "user_456"}, "overall"),
                ("POST", "/bookings/bkg_12346/review", {"userId": "user_456", "overall": 9, "staff": 0}, "staff"),
                ("POST", "/bookings/bkg_12346/review", {"userId": "user_456", "overall": 9, "tripType": "none"}, "tripType"),
                ("POST", "/reviews/rev_1000/moderate", {"moderator": "admin", "approve": "no"}, "approve"),
                ("POST", "/reviews/rev_999/respond", {"responder": "user_790", "text": ""}, "text"),
                ("POST", "/users/user_456/wishlists/wl_123", {}, "propertyId"),
                ("GET", "/properties/prop_123/calendar?from=2026-12-01", None, "to"),
                ("GET", "/patterns/A1?roomTypeId=room_789&firstNight=x&lastNight=2026-12-02", None, "firstNight"),
                ("GET", "/patterns/P2?center=here", None, "center"),
                ("GET", "/featured?limit=x", None, "limit"),
                ("POST", "/users", {"email": "none", "firstName": "A"}, "email"),
                ("PATCH", "/users/user_456", {"Role": "admin"}, "Role"),
                ("POST", "/properties", self.HOUSE | {"userId": "user_789", "address": {"City": "Rome"}}, "address"),
                ("POST", "/properties", self.HOUSE | {"userId": "user_789", "priceRange": {"Min": -1}}, "priceRange"),
                ("POST", "/properties", self.HOUSE | {"userId": "user_789", "priceRange": {"Min": 9, "Max": 8}}, "priceRange"),
                ("POST", "/properties", self.HOUSE | {"userId": "user_789", "amenityList": ["Free WiFi!"]}, "amenityList"),
                ("POST", "/properties", self.HOUSE | {"userId": "user_789", "status": "approved"}, "status"),
                ("POST", "/properties/prop_123/rooms", self.ROOM | {"userId": "user_789", "totalRooms": 0}, "totalRooms"),
                ("PUT", nights, {"userId": "user_789", "from": "2026-11-30", "to": day(3)}, "from"),
                ("PUT", nights, {"userId": "user_789", "from": day(3), "to": day(2)}, "to"),
                ("PUT", nights, {"userId": "user_789", "from": day(3), "to": "2027-12-04"}, "to"),
                ("PUT", nights, {"userId": "user_789", "from": day(3), "to": day(3), "minStay": 3, "maxStay": 2}, "maxStay"),
                ("PUT", nights, {"userId": "user_789", "from": day(3), "to": day(3), "AvailableRooms": 2}, "AvailableRooms"),
                ("POST", "/properties/prop_123/images", {"userId": "user_789", "url": ""}, "url"),
                ("POST", "/promos", promo | {"discountValue": 101}, "discountValue"),
                ("POST", "/promos", promo | {"validUntil": promo["validFrom"]}, "validUntil"),
                ("POST", "/promos", promo | {"code": "spring"}, "code"),
                ("POST", "/amenities", {"moderator": "admin", "amenityId": "Sauna!", "name": "Sauna"}, "amenityId"),
                ("POST", "/properties/prop_123/feature", {"moderator": "admin", "score": -1}, "score")):
            with self.subTest(path=path, body=body):
                status, answer = self.hotel.ask(method, path, body)
                self.assertEqual(status, 400, answer)
                self.assertEqual([each["field"] for each in answer["errors"]], [field], answer)
        for status, method, path, body in (
                (404, "POST", "/bookings", {**good, "userId": "nobody"}),
                (404, "POST", "/bookings", {**good, "propertyId": "none"}),
                (404, "POST", "/bookings", {**good, "roomTypeId": "none"}),
                (404, "POST", "/bookings", {**good, "promoCode": "NONE"}),
                (404, "POST", "/bookings", {**good, "propertyId": "prop_129"}),
                (409, "POST", "/bookings", {**good, "guests": 3}),
                (404, "GET", f"{quote}&{dates}&promoCode=NONE", None),
                (404, "POST", "/bookings/none/confirm", {"providerTransactionId": "x"}),
                (404, "POST", "/bookings/none/cancel", {"userId": "user_456"}),
                (404, "POST", "/bookings/none/complete", {}),
                (404, "POST", "/bookings/none/review", {"userId": "user_456", "overall": 5}),
                (404, "POST", "/reviews/none/moderate", {"moderator": "admin"}),
                (403, "POST", "/reviews/rev_1000/moderate", {"moderator": "nobody"}),
                (404, "POST", "/reviews/none/helpful", {}),
                (409, "POST", "/reviews/rev_1000/helpful", {}),
                (404, "POST", "/reviews/none/respond", {"responder": "user_790", "text": "x"}),
                (404, "POST", "/properties", self.HOUSE), (403, "POST", "/properties", self.HOUSE | {"userId": "user_456"}),
                (409, "POST", "/properties", self.HOUSE | {"userId": "user_789", "slug": "montmartre-studio-paris"}),
                (404, "POST", "/properties/none/rooms", self.ROOM), (403, "POST", "/properties/prop_123/rooms", self.ROOM),
                (409, "POST", "/properties/prop_123/rooms", self.ROOM | {"userId": "user_789", "roomTypeId": "room_789"}),
                (404, "PUT", "/properties/prop_123/rooms/none/nights", {"userId": "user_789", "from": day(2), "to": day(2)}),
                (403, "PUT", nights, {"userId": "user_790", "from": day(2), "to": day(2)}),
                (404, "PUT", "/properties/none/rooms/room_789/nights", {"userId": "user_789", "from": day(2), "to": day(2)}),
                (403, "POST", "/properties/prop_123/images", {"userId": "user_790", "url": "x"}),
                (404, "PATCH", "/promos/NONE", {"moderator": "admin", "isActive": False}),
                (404, "POST", "/properties/none/feature", {"moderator": "admin"}),
                (404, "POST", "/users/user_456/wishlists/none", {"propertyId": "prop_123"}),
                (404, "POST", "/users/user_456/wishlists/wl_123", {"propertyId": "none"}),
                (400, "POST", "/bookings", b"{"), (404, "GET", "/rooms", None), (405, "DELETE", "/search", None)):
            with self.subTest(path=path, body=body):
                refused, answer = self.hotel.ask(method, path, body)
                self.assertEqual(refused, status, answer)
                self.assertTrue(answer["detail"])
        self.assertEqual(len(self.hotel.pattern("B1", userId="user_456")), 2)

    def test_what_was_acknowledged_survives_a_kill(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server("--data", folder, "--system", "hotel", "--seed-demo", CLOCK)
            hotel = Api(server, "hotel")
            nights = {"userId": "user_789", "from": day(20), "to": day(21), "totalRooms": 900, "pricePerNight": 100}
            self.assertEqual(hotel.ask("PUT", "/properties/prop_123/rooms/room_789/nights", nights)[0], 200)
            body = self.stay("room_789", 20, 22)
            writing = Writing(4, lambda thread, number: hotel.ask("POST", "/bookings", body, Idempotency_Key=f"{thread}-{number}"))
            writing.wait_for(30)
            server.kill()
            writing.join()
            with Server("--data", folder, "--system", "hotel", CLOCK) as again:
                self.hotel = hotel = Api(again, "hotel")
                kept = {booking["BookingId"]: booking for booking in hotel.pattern("B5", date=day(20))}
                for answer in writing.acknowledged:
                    booking = answer["booking"]
                    self.assertEqual(kept[booking["BookingId"]], booking)
                    self.assertEqual(hotel.pattern("B6", id=booking["BookingId"]), [answer["payment"]])
                self.assertLessEqual(len(kept), len(writing.acknowledged) + 4)  # at most one of each thread was on its way
                self.assertEqual(self.free("room_789", 20, 21), {day(20): 900 - len(kept), day(21): 900 - len(kept)})
                # What was asked before the end is answered again, not booked again.
                self.assertEqual(hotel.ask("POST", "/bookings", body, Idempotency_Key="0-0")[0], 201)
                self.assertEqual(len(hotel.pattern("B5", date=day(20))), len(kept))


if __name__ == "__main__":
    unittest.main()
