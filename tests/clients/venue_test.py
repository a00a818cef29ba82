"""The venue over the server: every pattern and workflow, requests at the same moment, a kill in the middle, bad input."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.dynamo import Client, Refused  # noqa: E402
from harness.rest import Api, Writing, at_once, until  # noqa: E402
from harness.server import Server  # noqa: E402

CLOCK = "--clock=manual:2026-12-01T09:00:00Z"
USERS = ("giulia", "marco", "sofia", "luca")


def names(items, attribute):
    return [item[attribute] for item in items]


class VenueTest(unittest.TestCase):
    def setUp(self):
        server = Server("--memory", "--system", "venue", "--seed-demo", CLOCK)
        self.addCleanup(server.stop)
        self.url = server.url
        self.venue = Api(server, "venue")

    def plainly(self, operation, partition, sort, **more):
        """What a DynamoDB client does, past the API."""
        client = Client(self.url)
        self.addCleanup(client.close)
        return client.call(operation, {"TableName": "venue", "Key": {"PK": {"S": partition}, "SK": {"S": sort}}, **more})

    def ask_for(self, user, date, slot, **more):
        return self.venue.ask("POST", "/bookings", {"userId": user, "date": date, "timeSlot": slot}, **more)

    def booked(self, user, date, slot):
        status, answer = self.ask_for(user, date, slot)
        self.assertEqual(status, 201, answer)
        return answer["booking"]["bookingId"]

    def halves(self, date):
        return {item["half"] for item in self.venue.pattern("TakenSlots", **{"from": date, "to": date})}

    def counted(self, attribute):
        """What the users' statistics add up to."""
        return sum(self.venue.get(f"/User/{user}").get(attribute, 0) for user in USERS)

    # ---- What the document asks for ----

    def test_every_pattern(self):
        pattern = self.venue.pattern
        self.assertEqual(pattern("P1", userId="marco")[0]["email"], "marco.bianchi@example.com")
        self.assertEqual(pattern("P2", bookingId="bk-choir")[0]["eventDescription"], "Choir rehearsal")
        self.assertEqual(names(pattern("P3", userId="sofia"), "bookingId"), ["bk-wedding", "bk-party"])
        self.assertEqual(names(pattern("P4", date="2026-12-06"), "eventId"), ["ev-chess", "ev-choir"])
        self.assertEqual(names(pattern("P5"), "bookingId"), ["bk-market", "bk-band", "bk-yoga"])
        self.assertEqual(names(pattern("P6", **{"from": "2026-12-06", "to": "2026-12-13"}), "eventId"),
                         ["ev-chess", "ev-choir", "ev-clean", "ev-workshop", "ev-birthday"])
        self.assertEqual(names(pattern("P7", email="Luca.Romano@Example.com"), "userId"), ["luca"])
        self.assertEqual(names(pattern("P8", bookingId="bk-birthday"), "amount"), [180, 180])
        until({"Your request for 2026-12-13 (AFTERNOON) has arrived."},
              lambda: {item["text"] for item in pattern("P9", userId="sofia") if item["bookingId"] == "bk-party"})
        self.assertEqual(names(pattern("P10", eventId="ev-chess"), "code"), ["502286"])
        self.assertEqual(self.halves("2026-12-13"), {"MORNING", "AFTERNOON"})
        self.assertEqual(names(pattern("EventById", eventId="ev-clean"), "title"), ["Floor polishing"])
        together = pattern("EventWithBooking", eventId="ev-chess")
        self.assertEqual([(each["entityType"], each["bookingId"]) for each in together], [("Event", "bk-chess"), ("Booking", "bk-chess")])
        self.assertEqual(names(pattern("SlotsOfBooking", bookingId="bk-wedding"), "half"), ["AFTERNOON", "MORNING"])
        until(["approved"], lambda: names(pattern("BookingHistory", bookingId="bk-wedding"), "status"))
        together = pattern("UserWithBookings", userId="luca")
        self.assertEqual(sorted(names(together, "entityType")), ["User", "UserBooking", "UserBooking"])
        catalogue = self.venue.get("/patterns")
        self.assertLessEqual({f"P{number}" for number in range(1, 11)}, {each["name"] for each in catalogue["patterns"]})

    def test_from_the_request_to_the_cancellation(self):
        venue = self.venue
        venue.post("/users", {"userId": "ada", "email": "Ada@Example.com", "name": "Ada"})
        self.assertEqual(names(venue.pattern("P7", email="ADA@example.com"), "email"), ["ada@example.com"])
        date = "2027-02-01"
        first = self.ask_for("ada", date, "FULLDAY", Idempotency_Key="one")
        self.assertEqual(first[0], 201)
        self.assertEqual(self.ask_for("ada", date, "FULLDAY", Idempotency_Key="one"), first)
        booking = first[1]["booking"]["bookingId"]
        self.assertIn("MORNING is taken", self.ask_for("marco", date, "MORNING")[1]["detail"])
        self.assertEqual(venue.get(f"/availability?from={date}&to={date}")["days"],
                         [{"date": date, "MORNING": False, "AFTERNOON": False, "FULLDAY": False}])

        status, refused = venue.ask("POST", f"/bookings/{booking}/approve", {"admin": "ada"})
        self.assertEqual((status, refused["code"]), (403, "forbidden"))
        approved = venue.post(f"/bookings/{booking}/approve", {"admin": "desk", "title": "Reading"})
        self.assertEqual((approved["booking"]["status"], approved["booking"]["decidedBy"]), ("approved", "desk"))
        self.assertEqual(names(venue.get(f"/events/{date}")["items"], "title"), ["Reading"])
        self.assertEqual(names(venue.get("/users/ada/bookings")["items"], "status"), ["approved"])
        ada = venue.get("/User/ada")
        self.assertEqual((ada["requestedBookings"], ada["approvedBookings"]), (1, 1))
        self.assertEqual(venue.ask("POST", f"/bookings/{booking}/reject", {"admin": "desk"})[0], 409)

        self.assertEqual(venue.ask("POST", f"/bookings/{booking}/cancel", {"userId": "marco"})[0], 403)
        self.assertEqual(venue.post(f"/bookings/{booking}/cancel", {"userId": "ada"})["booking"]["status"], "cancelled")
        self.assertEqual((self.halves(date), venue.get(f"/events/{date}")["items"]), (set(), []))
        until(["pending", "approved", "cancelled"], lambda: sorted(
            names(venue.pattern("BookingHistory", bookingId=booking), "status"), key=["pending", "approved", "cancelled"].index))
        until({"requested", "approved", "cancelled"}, lambda: set(names(venue.get("/users/ada/notifications")["items"], "kind")))

        other = self.booked("ada", date, "MORNING")
        rejected = venue.post(f"/bookings/{other}/reject", {"admin": "desk", "reason": "Painters"})
        self.assertEqual((rejected["booking"]["status"], rejected["booking"]["reason"]), ("rejected", "Painters"))
        self.assertEqual(self.halves(date), set())
        event = venue.post("/events", {"admin": "desk", "date": date, "timeSlot": "AFTERNOON", "title": "Open house"})["event"]
        self.assertEqual((event["eventType"], self.halves(date)), ("public_event", {"AFTERNOON"}))
        self.assertEqual(self.ask_for("ada", date, "FULLDAY")[0], 409)
        self.assertEqual(self.ask_for("ada", date, "MORNING")[0], 201)

        code = {"admin": "desk", "codeId": "front", "code": "481516", "validFrom": "2027-02-01T07:00:00Z", "validUntil": "2027-02-01T23:00:00Z"}
        venue.post(f"/events/{event['eventId']}/codes", code)
        self.assertEqual(names(venue.get(f"/events/{event['eventId']}/codes")["items"], "codeId"), ["front"])
        self.assertEqual(venue.ask("POST", f"/bookings/{other}/payments", {"amount": 20.5, "method": "cash"})[1]["detail"],
                         "The booking is rejected")
        venue.post("/bookings/bk-yoga/payments", {"amount": 20.5, "method": "cash"})
        self.assertEqual([(each["amount"], each["currency"]) for each in venue.get("/bookings/bk-yoga/payments")["items"]], [(20.5, "EUR")])

        venue.post(f"/events/{event['eventId']}/cancel", {"admin": "desk"})
        self.assertEqual((self.halves(date), venue.get(f"/events/{date}")["items"]), ({"MORNING"}, []))
        self.assertEqual(venue.get(f"/events/{event['eventId']}/codes")["items"], [])

    def test_the_desk_cancels_and_the_door_stays_closed(self):
        venue = self.venue
        self.assertEqual(names(venue.get("/events/ev-chess/codes")["items"], "code"), ["502286"])
        self.assertEqual(venue.ask("POST", "/events/ev-chess/cancel", {"admin": "desk"})[0], 409)  # it is a booking's
        cancelled = venue.post("/bookings/bk-chess/cancel", {"userId": "desk"})["booking"]
        self.assertEqual((cancelled["status"], cancelled["decidedBy"]), ("cancelled", "desk"))
        self.assertEqual(venue.get("/events/ev-chess/codes")["items"], [])
        self.assertEqual(names(venue.pattern("P4", date="2026-12-06"), "eventId"), ["ev-choir"])
        self.assertEqual(self.halves("2026-12-06"), {"MORNING"})
        until({"cancelled"}, lambda: {each["kind"] for each in venue.pattern("P9", userId="marco")
                                      if each["bookingId"] == "bk-chess" and each["kind"] != "requested"})
        # What its half days hang on stays as it is, whoever writes.
        for change in ({"date": "2027-01-01"}, {"timeSlot": "FULLDAY"}, {"duration": "FULL_DAY"}, {"userId": "luca"}):
            [(name, value)] = change.items()
            with self.assertRaises(Refused) as refused:
                self.plainly("UpdateItem", "BOOKING#bk-yoga", "METADATA", UpdateExpression="SET #n = :v",
                             ExpressionAttributeNames={"#n": name}, ExpressionAttributeValues={":v": {"S": value}})
            self.assertIn(name, refused.exception.reply["message"])

    def test_what_is_deleted_leaves_nothing_behind(self):
        venue = self.venue
        for key in (("BOOKING#bk-chess", "METADATA"), ("BOOKING#bk-market", "METADATA"), ("EVENT#2026-12-08", "MORNING")):
            self.plainly("DeleteItem", *key)
        for date, left in (("2026-12-06", {"MORNING"}), ("2026-12-27", set()), ("2026-12-08", set())):
            until(left, lambda date=date: self.halves(date))
        until(["ev-choir"], lambda: names(venue.pattern("P4", date="2026-12-06"), "eventId"))
        until(["bk-workshop"], lambda: names(venue.pattern("P3", userId="luca"), "bookingId"))

    def test_the_same_key_gives_the_first_answer(self):
        first = self.booked("marco", "2027-05-01", "MORNING")
        for path, body in (("/users", {"email": "k@example.com", "name": "K"}),
                           ("/bookings", {"userId": "luca", "date": "2027-05-02", "timeSlot": "FULLDAY"}),
                           (f"/bookings/{first}/payments", {"amount": 9, "method": "card"}),
                           (f"/bookings/{first}/reject", {"admin": "desk"}),
                           ("/bookings/bk-yoga/approve", {"admin": "desk"}),
                           ("/events/bk-yoga/codes", {"admin": "desk", "code": "1234", "validFrom": "2027-01-01T00:00:00Z",
                                                      "validUntil": "2027-01-02T00:00:00Z"}),
                           ("/bookings/bk-band/cancel", {"userId": "marco"}),
                           ("/events", {"admin": "desk", "date": "2027-05-03", "timeSlot": "MORNING", "title": "Open house"})):
            with self.subTest(path):
                answers = at_once([lambda path=path, body=body: self.venue.ask("POST", path, body, Idempotency_Key="key")] * 4)
                self.assertLess(answers[0][0], 300, answers)
                self.assertEqual(answers, answers[:1] * 4)
        self.assertEqual(len(self.venue.pattern("P8", bookingId=first)), 1)
        status, _ = self.venue.ask("POST", f"/bookings/{first}/payments", {"amount": 10, "method": "card"}, Idempotency_Key="key")
        self.assertEqual(status, 422)

    def test_a_version_that_is_not_the_present_one_changes_nothing(self):
        status, _ = self.venue.ask("PATCH", "/users/desk", {"phone": "1", "version": 1})
        self.assertEqual(status, 200)
        answers = at_once([lambda number=number: self.venue.ask("PATCH", "/users/desk", {"phone": str(number), "version": 2})
                           for number in range(6)])
        self.assertEqual(sorted(status for status, _ in answers), [200] + [409] * 5)
        [kept] = [answer["user"] for status, answer in answers if status == 200]
        self.assertEqual(self.venue.get("/users/desk"), kept)

    def test_what_workflows_guard_is_written_by_nothing_else(self):
        venue, catalogue = self.venue, self.venue.get("/patterns")
        self.assertEqual({each["kind"] for each in catalogue["actions"]}, {"workflow"})
        for entity in ("User", "Booking", "UserBooking", "Event", "TimeSlot", "Payment", "Notification", "LockCode", "AuditEntry"):
            self.assertEqual(venue.ask("POST", f"/{entity}", {})[0], 404, entity)
        for method in ("PATCH", "PUT", "DELETE"):
            for path in ("/User/marco", "/Booking/bk-yoga", "/Event/2026-12-08/MORNING", "/TimeSlot/2026-12-08/MORNING"):
                self.assertEqual(venue.ask(method, path, {"role": "admin", "status": "approved"})[0], 405, path)
        for action in ("ApproveBooking", "RejectHalfDay", "TakePayment", "AddUser", "Notify"):
            self.assertEqual(venue.ask("POST", f"/actions/{action}", {"bookingId": "bk-yoga"})[0], 404, action)
        self.assertEqual(venue.ask("PATCH", "/users/marco", {"role": "admin"})[0], 400)
        self.assertEqual(venue.get("/users/marco")["role"], "user")

    def test_the_desk_revokes_a_code(self):
        codes = "/events/ev-chess/codes"
        [code] = self.venue.get(codes)["items"]
        self.assertEqual(self.venue.ask("DELETE", f"{codes}/{code['codeId']}?admin=marco")[0], 403)
        self.assertEqual(self.venue.ask("DELETE", f"{codes}/{code['codeId']}?admin=desk")[0], 200)
        self.assertEqual(self.venue.get(codes)["items"], [])
        self.assertEqual(self.venue.ask("DELETE", f"{codes}/{code['codeId']}?admin=desk")[0], 404)

    # ---- At the same moment ----

    def test_a_day_is_given_once(self):
        requested = self.counted("requestedBookings")
        accepted = 0
        for day in range(1, 21):
            date = f"2027-03-{day:02}"
            asked = [(USERS[number % 4], ("MORNING", "AFTERNOON", "FULLDAY")[(number + day) % 3]) for number in range(8)]
            answers = at_once([lambda user=user, slot=slot: self.ask_for(user, date, slot) for user, slot in asked])
            self.assertLessEqual({status for status, _ in answers}, {201, 409}, answers)
            slots = sorted(answer["booking"]["timeSlot"] for status, answer in answers if status == 201)
            self.assertIn(slots, (["FULLDAY"], ["AFTERNOON"], ["MORNING"], ["AFTERNOON", "MORNING"]))
            self.assertEqual(self.halves(date), {"MORNING", "AFTERNOON"} if slots == ["FULLDAY"] else set(slots))
            accepted += len(slots)
        self.assertEqual(self.counted("requestedBookings") - requested, accepted)

    def test_one_user_asks_for_many_days_at_once(self):
        bookings = [answer["booking"]["bookingId"] for _, answer in at_once(
            [lambda day=day: self.ask_for("luca", f"2027-06-{day:02}", "FULLDAY") for day in range(1, 13)])]
        self.assertEqual(self.venue.get("/User/luca")["requestedBookings"], 2 + 12)
        approved = at_once([lambda booking=booking: self.venue.ask("POST", f"/bookings/{booking}/approve", {"admin": "desk"})[0]
                            for booking in bookings])
        self.assertEqual(approved, [200] * 12)
        self.assertEqual(self.venue.get("/User/luca")["approvedBookings"], 1 + 12)

    def test_a_booking_is_decided_once(self):
        venue, approved = self.venue, self.counted("approvedBookings")
        said_yes = 0
        for day in range(1, 21):
            date, user = f"2027-04-{day:02}", USERS[day % 4]
            booking = self.booked(user, date, ("MORNING", "FULLDAY")[day % 2])
            answers = at_once([
                *[lambda: venue.ask("POST", f"/bookings/{booking}/approve", {"admin": "desk"})] * 3,
                *[lambda: venue.ask("POST", f"/bookings/{booking}/reject", {"admin": "desk"})] * 2,
                *[lambda: venue.ask("POST", f"/bookings/{booking}/cancel", {"userId": user})] * 2])
            self.assertLessEqual({status for status, _ in answers}, {200, 409}, answers)
            approvals, rejections, cancellations = (sum(status == 200 for status, _ in part)
                                                    for part in (answers[:3], answers[3:5], answers[5:]))
            self.assertIn((approvals, rejections, cancellations), ((1, 0, 0), (1, 0, 1), (0, 1, 0), (0, 0, 1)))
            status = "cancelled" if cancellations else "approved" if approvals else "rejected"
            self.assertEqual(venue.get(f"/Booking/{booking}")["status"], status)
            self.assertEqual({item["bookingId"]: item["status"] for item in venue.pattern("P3", userId=user)}[booking], status)
            self.assertEqual(names(venue.pattern("P4", date=date), "bookingId"), [booking] if status == "approved" else [])
            self.assertEqual(len(self.halves(date)), (1 + day % 2) if status == "approved" else 0)
            said_yes += approvals
        self.assertEqual(self.counted("approvedBookings") - approved, said_yes)

    def test_an_email_address_belongs_to_one_user(self):
        for round_ in range(10):
            email = f"same{round_}@example.com"
            answers = at_once([lambda: self.venue.ask("POST", "/users", {"email": email, "name": "Same"})] * 6)
            self.assertEqual(sorted(status for status, _ in answers), [201] + [409] * 5)
            [made] = [answer["user"]["userId"] for status, answer in answers if status == 201]
            self.assertEqual(names(self.venue.pattern("P7", email=email), "userId"), [made])

    # ---- What goes wrong ----

    def test_bad_input_names_its_field(self):
        cases = (
            ("POST", "/users", {"email": "nobody", "name": ""}, "email", "name"),
            ("POST", "/users", {"email": "a@b.example"}, "name"),
            ("POST", "/users", {"email": "a@b.example", "name": "X", "userId": "a b"}, "userId"),
            ("POST", "/users", {"email": "a@b.example", "name": "X", "role": "admin"}, "role"),
            ("POST", "/bookings", {"date": "2027-01-01", "timeSlot": "MORNING"}, "userId"),
            ("POST", "/bookings", {"userId": "marco", "date": "2027-02-30", "timeSlot": "MORNING"}, "date"),
            ("POST", "/bookings", {"userId": "marco", "date": "2026-11-30", "timeSlot": "MORNING"}, "date"),
            ("POST", "/bookings", {"userId": "marco", "date": "2027-01-01", "timeSlot": "NIGHT"}, "timeSlot"),
            ("POST", "/bookings", {"userId": "marco", "date": "2027-01-01", "timeSlot": "MORNING", "attendees": 0}, "attendees"),
            ("POST", "/bookings", {"userId": "marco", "date": "2027-01-01", "timeSlot": "MORNING", "eventDescription": "x" * 501},
             "eventDescription"),
            ("POST", "/bookings?timeSlot=MORNING", {"userId": "marco", "date": "2027-01-01"}, "timeSlot"),
            ("POST", "/bookings/bk-yoga/approve", {}, "admin"),
            ("POST", "/bookings/bk-yoga/approve", {"admin": "desk", "title": ""}, "title"),
            ("POST", "/bookings/bk-yoga/approve", {"admin": "desk", "bookingId": "bk-band"}, "bookingId"),
            ("POST", "/bookings/bk-yoga/reject", {"reason": "no"}, "admin"),
            ("POST", "/bookings/bk-yoga/cancel", {}, "userId"),
            ("POST", "/events", {"admin": "desk", "date": "2027-01-01", "timeSlot": "MORNING"}, "title"),
            ("POST", "/events", {"admin": "desk", "date": "2026-11-01", "timeSlot": "MORNING", "title": "x"}, "date"),
            ("POST", "/events", {"admin": "desk", "date": "2027-01-01", "timeSlot": "MORNING", "title": "x", "eventType": "party"},
             "eventType"),
            ("POST", "/bookings", {"userId": "marco", "date": "soon", "timeSlot": "NIGHT", "attendees": "many"}, "date", "timeSlot", "attendees"),
            ("POST", "/bookings/bk-yoga/reject", {"admin": "desk", "reason": "x" * 501}, "reason"),
            ("POST", "/bookings/bk-yoga/payments", {"amount": 0, "method": "shells", "currency": "euro"}, "amount", "currency", "method"),
            ("POST", "/events/ev-choir/cancel", {}, "admin"),
            ("POST", "/events/ev-choir/codes", {"admin": "desk", "code": "x", "validFrom": "2027-01-01T00:00:00Z", "validUntil": "then"},
             "code", "validUntil"),
            ("POST", "/events/ev-choir/codes", {"admin": "desk", "code": "1234", "validFrom": "2027-01-01T00:00:00Z",
                                                "validUntil": "2027-01-01T00:00:00Z"}, "validUntil"),
            ("GET", "/events/ev-choir/codes?limit=-1", None, "limit"),
            ("GET", "/bookings/bk-yoga/payments?cursor=x", None, "cursor"),
            ("GET", "/bookings/bk-yoga/history?when=now", None, "when"),
            ("GET", "/users/marco/notifications?limit=1&limit=2", None, "limit"),
            ("GET", "/availability?from=2027-01-01", None, "to"),
            ("GET", "/availability?from=soon&to=2027-01-01", None, "from"),
            ("GET", "/availability?from=2027-01-01&to=2027-01-01&limit=1", None, "limit"),
            ("GET", "/availability?from=2027-01-02&to=2027-01-01", None, "to"),
            ("GET", "/availability?from=2027-01-02&to=2029-01-01", None, "to"),
            ("GET", "/events/tomorrow", None, "date"),
            ("GET", "/bookings/pending?limit=0", None, "limit"),
            ("GET", "/users/marco/bookings?status=x", None, "status"),
            ("PATCH", "/users/marco", {"email": "nobody", "name": "", "phone": "1" * 31}, "email", "name", "phone"),
            ("DELETE", "/events/ev-chess/codes/front", None, "admin"))
        for method, path, body, *fields in cases:
            with self.subTest(path=path, body=body):
                status, answer = self.venue.ask(method, path, body)
                self.assertEqual(status, 400, answer)
                self.assertEqual(names(answer["errors"], "field"), fields, answer)
        for status, method, path, body in (
                (404, "POST", "/bookings", {"userId": "nobody", "date": "2027-01-01", "timeSlot": "MORNING"}),
                (404, "POST", "/bookings/none/approve", {"admin": "desk"}),
                (404, "POST", "/bookings/none/reject", {"admin": "desk"}),
                (404, "POST", "/bookings/none/cancel", {"userId": "marco"}),
                (403, "POST", "/bookings/bk-yoga/approve", {"admin": "nobody"}),
                (404, "POST", "/bookings/none/payments", {"amount": 1, "method": "cash"}),
                (409, "POST", "/bookings/bk-party/payments", {"amount": 1, "method": "cash"}),
                (404, "POST", "/events/none/cancel", {"admin": "desk"}), (403, "POST", "/events/ev-clean/cancel", {"admin": "marco"}),
                (404, "POST", "/events/none/codes", {"admin": "desk", "code": "1234", "validFrom": "2027-01-01T00:00:00Z",
                                                     "validUntil": "2027-01-02T00:00:00Z"}),
                (403, "POST", "/events", {"admin": "marco", "date": "2027-01-01", "timeSlot": "MORNING", "title": "x"}),
                (400, "PATCH", "/users/marco", {}), (404, "PATCH", "/users/nobody", {"name": "x"}),
                (404, "GET", "/users/nobody", None), (404, "GET", "/bookings/none", None),
                (404, "GET", "/Booking/none", None), (404, "GET", "/nothing", None), (405, "DELETE", "/availability", None),
                (400, "GET", "/bookings/pending?cursor=x", None), (400, "POST", "/bookings", b"{"), (400, "POST", "/bookings", b"[]")):
            with self.subTest(path=path, body=body):
                refused, answer = self.venue.ask(method, path, body)
                self.assertEqual(refused, status, answer)
                self.assertTrue(answer["detail"])
        self.assertEqual(self.venue.get("/Booking/bk-yoga")["status"], "pending")

    def test_what_was_acknowledged_survives_a_kill(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server("--data", folder, "--system", "venue", "--seed-demo", CLOCK)
            venue = Api(server, "venue")

            def write(thread, number):
                body = {"userId": USERS[thread], "date": f"2027-{number // 28 + 2:02}-{number % 28 + 1:02}",
                        "timeSlot": ("MORNING", "AFTERNOON")[thread % 2]}
                return venue.ask("POST", "/bookings", body)
            writing = Writing(4, write)
            writing.wait_for(30)
            venue.post("/bookings/bk-yoga/approve", {"admin": "desk"})
            server.kill()
            writing.join()
            with Server("--data", folder, "--system", "venue", CLOCK) as again:
                venue = Api(again, "venue")
                self.assertEqual(venue.get("/Booking/bk-yoga")["status"], "approved")
                self.assertEqual(names(venue.pattern("P4", date="2026-12-17"), "bookingId"), ["bk-yoga"])
                taken = {(item["date"], item["half"]): item["bookingId"]
                         for item in venue.pattern("TakenSlots", **{"from": "2027-02-01", "to": "2027-12-31"})}
                for answer in writing.acknowledged:
                    booking = answer["booking"]
                    self.assertEqual(venue.get(f"/Booking/{booking['bookingId']}"), booking)
                    self.assertEqual(taken.pop((booking["date"], booking["timeSlot"])), booking["bookingId"])
                # At most one request of each thread was on its way.
                self.assertLessEqual(len(taken), 4)
                for booking in taken.values():
                    self.assertEqual(venue.get(f"/Booking/{booking}")["status"], "pending")
                for user in USERS:
                    until(set(names(venue.pattern("P3", userId=user), "bookingId")),
                          lambda user=user: set(names(venue.pattern("P9", userId=user), "bookingId")))


if __name__ == "__main__":
    unittest.main()
