"""Users and skills over the server: every pattern and workflow, sessions, what is hidden, a kill in the middle, bad input."""

import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.dynamo import Client  # noqa: E402
from harness.rest import Api, Writing, at_once, until  # noqa: E402
from harness.server import CREDENTIALS, ROOT, Server  # noqa: E402

CLOCK = "--clock=manual:2026-12-01T09:00:00Z"
LEVELS = ("Expert", "Advanced", "Intermediate", "Beginner")
# A cheap one of "bench-secret".
HASH = "$scrypt$ln=4,r=8,p=1$YmVuY2ggc2FsdCBiZW5jaA$vZW21mlpoSJprWM5u1YHdC/wePGgku2Uqt21pcAIE0Y"


def names(items, attribute="Username"):
    return [item[attribute] for item in items]


class GladTest(unittest.TestCase):
    def setUp(self):
        self.server = Server("--memory", "--system", "glad", "--seed-demo", CLOCK)
        self.addCleanup(self.server.stop)
        self.glad = Api(self.server, "glad")

    def advance(self, by):
        request = urllib.request.Request(self.server.url + "/_trestle/clock", json.dumps({"advance": by}).encode())
        urllib.request.urlopen(request, timeout=60).close()

    def session(self, user, server=None):
        """The header that says that it is the user who asks, without a login, which is made to take long."""
        token = f"token of {user}"
        self.put("Session", {"TokenHash": hashlib.sha256(token.encode()).hexdigest(), "Username": user}, server)
        return {"Authorization": f"Bearer {token}"}

    def put(self, entity, values, server=None):
        """As who runs the database writes: no route does it. The model that is bound adds keys and defaults."""
        item = {name: {"N": str(value)} if isinstance(value, int) else {"S": value} for name, value in values.items()}
        Client((server or self.server).url).call("PutItem", {"TableName": "glad-entities", "Item": {**item, "EntityType": {"S": entity}}})

    def log_in(self, user):
        token = self.glad.post("/sessions", {"username": user, "password": f"demo-{user}"})["token"]
        return {"Authorization": f"Bearer {token}"}

    def add(self, count, skill, seed=1):
        """So many users with the skill, as it is kept: [(level, years, last used, username)]."""
        choose, added = random.Random(seed), []
        for number in range(count):
            level, years = choose.choice(LEVELS), choose.randrange(20)
            used, user = f"20{choose.randrange(20, 27)}-0{choose.randrange(1, 10)}-01", f"user-{number}"
            self.put("UserSkill", {"Username": user, "SkillName": skill, "ProficiencyLevel": level, "YearsOfExperience": years,
                                   "LastUsedDate": used})
            added.append((level, years, used, user))
        return added

    # ---- What the document asks for ----

    def test_every_pattern(self):
        glad, ana = self.glad, self.session("ana")
        pattern = glad.pattern
        self.assertEqual(names(pattern("AP1", username="ana"), "Name"), ["Ana Torres"])
        self.assertEqual(pattern("AP4", username="ben"), [{"Username": "ben"}])
        self.assertEqual(pattern("AP4", username="nobody"), [])
        self.assertEqual(names(pattern("AP5")), ["ana", "ben", "chloe", "dmitri", "emi", "farid", "greta", "hugo"])
        self.assertEqual(names(pattern("AP6", username="dmitri"), "SkillName"), ["c#", "c++", "rust"])
        self.assertEqual(names(pattern("AP7", username="dmitri", skillName="c#"), "ProficiencyLevel"), ["Advanced"])
        self.assertEqual(names(pattern("AP11", skillName="golang")), ["farid", "ana", "ben", "greta"])
        self.assertEqual(names(pattern("AP12", skillName="golang")), ["ana", "farid"])
        self.assertEqual(names(pattern("AP12", skillName="golang", level="Beginner")), ["greta"])
        self.assertEqual(names(pattern("AP13", username="ben"), "EntityType"), ["User"] + ["UserSkill"] * 3)
        self.assertEqual(names(pattern("SkillSearch", skill="python", level="Expert", years=5, since="2024-01-01")), ["chloe"])
        self.assertEqual(set(names(pattern("UsersByName", usernames="ben,nobody,ana"))), {"ana", "ben"})
        self.assertEqual(names(pattern("EndorsementsOfSkill", username="ana", skillName="golang"), "Endorser"), ["ben", "farid"])
        # AP2, AP3, AP8, AP9 and AP10 write.
        made = glad.post("/users", {"username": "zoe", "name": "Zoe", "password": "a long secret"})
        self.assertEqual(made["user"]["Name"], "Zoe")
        self.assertEqual(glad.ask("PATCH", "/users/ana", {"name": "Ana T."}, **ana)[1]["user"]["Name"], "Ana T.")
        self.assertEqual(glad.post("/users/ana/skills", {"SkillName": "c#", "ProficiencyLevel": "Beginner"}, **ana)["skill"]["Endorsements"], 0)
        status, changed = glad.ask("PUT", "/users/ana/skills/c%23", {"ProficiencyLevel": "Expert"}, **ana)
        self.assertEqual((status, changed["skill"]["ProficiencyLevel"]), (200, "Expert"))
        self.assertEqual(names(pattern("AP12", skillName="c#")), ["ana"])
        self.assertEqual(glad.ask("DELETE", "/users/ana/skills/c%23", **ana), (204, None))
        self.assertEqual(glad.ask("GET", "/users/ana/skills/c%23")[0], 404)
        catalogue = {each["name"] for each in glad.get("/patterns")["patterns"]}
        self.assertLessEqual({f"AP{number}" for number in (1, 4, 5, 6, 7, 11, 12, 13)}, catalogue)

    def test_the_six_routes_need_the_users_own_session_to_write(self):
        glad, ana, ben = self.glad, self.session("ana"), self.session("ben")
        skill = {"SkillName": "rust", "ProficiencyLevel": "Advanced"}
        self.assertEqual(names(glad.get("/users/ana/skills")["items"], "SkillName"), ["golang", "kubernetes", "python"])
        self.assertEqual(glad.get("/users/ana/skills/golang")["Endorsements"], 2)
        self.assertEqual(names(glad.get("/skills/golang/users")["items"]), ["farid", "ana", "ben", "greta"])
        # However a skill is capitalised, it is the same one.
        self.assertEqual(names(glad.get("/skills/GoLang/users")["items"]), ["farid", "ana", "ben", "greta"])
        self.assertEqual(names(glad.get("/skills/Python/search?level=Expert")["users"]), names(glad.get("/skills/python/search?level=Expert")["users"]))
        self.assertEqual(glad.ask("POST", "/users/ana/skills", {"SkillName": "Go.Lang", "ProficiencyLevel": "Expert"}, **ana)[1]["skill"]["SkillName"],
                         "go.lang")
        self.assertEqual(glad.ask("POST", "/users/ana/skills", {"SkillName": "GOLANG", "ProficiencyLevel": "Expert"}, **ana)[0], 409)
        self.assertEqual(glad.ask("DELETE", "/users/ana/skills/GO.lang", **ana)[0], 204)
        for method, path, body in (("POST", "/users/ana/skills", skill), ("PUT", "/users/ana/skills/golang", {"ProficiencyLevel": "Beginner"}),
                                   ("DELETE", "/users/ana/skills/golang", None), ("PATCH", "/users/ana", {"name": "Eve"})):
            for status, code, headers in ((401, "no-session", {}), (403, "forbidden", ben), (401, "no-session", {"Authorization": "Bearer x"}),
                                          (401, "no-session", {"Authorization": "Basic eDp5"})):
                with self.subTest(method=method, path=path, headers=headers):
                    refused, problem = glad.ask(method, path, body, **headers)
                    self.assertEqual((refused, problem["code"]), (status, code))
        self.assertEqual(glad.get("/users/ana/skills/golang")["ProficiencyLevel"], "Expert")
        first = glad.ask("POST", "/users/ana/skills", skill, Idempotency_Key="one", **ana)
        self.assertEqual(first[0], 201)
        self.assertEqual(glad.ask("POST", "/users/ana/skills", skill, Idempotency_Key="one", **ana), first)
        self.assertEqual(glad.ask("POST", "/users/ana/skills", skill, **ana)[0], 409)
        # Where --auth takes the header for a signature, the token is an argument.
        token = ana["Authorization"].removeprefix("Bearer ")
        self.assertEqual(glad.ask("PUT", "/users/ana/skills/rust", {"ProficiencyLevel": "Expert", "token": token})[0], 200)
        # What has a session ends with it.
        self.assertEqual(glad.ask("POST", "/sessions/end", {}, **ana)[0], 204)
        self.assertEqual(glad.ask("POST", "/users/ana/skills", skill, **ana)[0], 401)

    def test_sessions(self):
        glad, ana = self.glad, self.log_in("ana")
        self.assertEqual(glad.post("/sessions/current", {}, **ana)["user"]["Username"], "ana")
        self.advance("11h59m59s")
        self.assertEqual(glad.post("/sessions/current", {}, **ana)["expiresAt"], "2026-12-01T21:00:00Z")
        self.advance("1s")
        self.assertEqual(glad.ask("POST", "/sessions/current", {}, **ana)[0], 401)
        until([], self.stored_sessions)  # removed by its time to live
        first, second = self.log_in("ana"), self.session("ana")
        self.assertEqual(glad.ask("POST", "/users/ana/password", {"username": "ana", "password": "wrong", "newPassword": "another one"})[0], 403)
        self.assertEqual(glad.ask("POST", "/users/ana/password", {"password": "demo-ana", "newPassword": "another one"})[0], 204)
        for session in (first, second):
            self.assertEqual(glad.ask("POST", "/sessions/current", {}, **session)[0], 401)
        self.assertEqual(glad.ask("POST", "/sessions", {"username": "ana", "password": "demo-ana"})[0], 403)
        self.assertEqual(glad.ask("POST", "/sessions", {"username": "ana", "password": "another one"})[0], 201)

    def stored_sessions(self):
        items = Client(self.server.url).call("Scan", {"TableName": "glad-entities"})["Items"]
        return [item for item in items if item["EntityType"]["S"] == "Session"]

    def test_no_route_writes_without_a_session(self):
        """All operations of the OpenAPI document, for a stranger, and for a user whose session it is not."""
        document, ben = self.glad.get("/openapi.json"), self.session("ben")
        before = Client(self.server.url).call("Scan", {"TableName": "glad-entities"})["Items"]
        self.assertEqual(document["components"]["securitySchemes"], {"session": {"type": "http", "scheme": "bearer"}})
        arguments = {"username": "ana", "Username": "ana", "SkillName": "golang", "skillName": "golang", "name": "Eve", "note": "x",
                     "ProficiencyLevel": "Beginner"}
        needed = set()
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                if method == "get":
                    continue
                if "security" not in operation:
                    self.assertIn(path.rsplit("/")[-1], ("users", "SignUp", "Register", "sessions", "LogIn", "password", "ChangePassword", "Profile",
                                                         "Search"), path)
                    continue
                self.assertEqual(operation["security"], [{"session": []}])
                needed.add(path)
                there = path
                for name, value in arguments.items():
                    there = there.replace("{%s}" % name, value)
                schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
                body = {name: arguments[name] for name in schema.get("properties", {}) if name in arguments} if method != "delete" else None
                with self.subTest(method=method, path=path):
                    self.assertEqual(self.glad.ask(method.upper(), there, body)[0], 401)
                    self.assertEqual(self.glad.ask(method.upper(), there, body, Authorization="Bearer none")[0],
                                     204 if there.endswith(("/end", "/LogOut")) else 401)
        self.assertGreaterEqual(needed, {"/users/{Username}/skills", "/users/{Username}/skills/{SkillName}", "/actions/AddSkillTo",
                                         "/actions/SetSkill", "/actions/RemoveSkill", "/actions/EndorseSkill"})
        # The generated ones, which the document does not have.
        for method, path, body in (
                ("POST", "/User", {"Username": "eve", "Name": "Eve", "PasswordHash": HASH}), ("PATCH", "/User/ana", {"PasswordHash": HASH}),
                ("PUT", "/User/ana", {"Name": "Eve", "PasswordHash": HASH}), ("DELETE", "/User/ana", None),
                ("POST", "/UserSkill", {"Username": "ana", "SkillName": "rust", "ProficiencyLevel": "Beginner"}),
                ("PATCH", "/UserSkill/ana/golang", {"Endorsements": 99}), ("DELETE", "/UserSkill/ana/golang", None),
                ("POST", "/Endorsement", {"Username": "ben", "SkillName": "golang", "Endorser": "ana"}),
                ("DELETE", "/Endorsement/ana/golang/ben", None),
                ("POST", "/Session", {"TokenHash": hashlib.sha256(b"mine").hexdigest(), "Username": "ana"}),
                ("GET", "/Session/" + hashlib.sha256(b"token of ben").hexdigest(), None), ("GET", "/patterns/SessionsOfUser?username=ben", None),
                ("POST", "/actions/AddSkill", {"username": "ana", "skillName": "rust", "level": "Beginner"}),
                ("POST", "/actions/Endorse", {"username": "ben", "skillName": "golang", "endorser": "ana"}),
                ("POST", "/actions/WithdrawEndorsement", {"username": "ana", "skillName": "golang", "endorser": "ben"}),
                ("POST", "/actions/DropUnendorsedSkill", {"username": "ana", "skillName": "python"})):
            for headers in ({}, ben):
                with self.subTest(method=method, path=path, headers=headers):
                    self.assertIn(self.glad.ask(method, path, body, **headers)[0], (404, 405))
        self.assertEqual(Client(self.server.url).call("Scan", {"TableName": "glad-entities"})["Items"], before)
        # Nor does a hash make the server work more than its own do.
        costly = HASH.replace("ln=4,r=8,p=1", "ln=20,r=8,p=1")
        status, answer = self.glad.ask("POST", "/actions/Register", {"username": "eve", "name": "Eve", "passwordHash": costly})
        self.assertEqual((status, [each["field"] for each in answer["errors"]]), (400, ["passwordHash"]))

    def test_what_is_kept_of_a_password_is_never_shown(self):
        glad, ana = self.glad, self.session("ana")
        answers = [glad.ask("GET", path) for path in ("/User/ana", "/User/ana?keys=true", "/users/ana", "/users", "/patterns/AP1?username=ana",
                                                      "/patterns/AP13?username=ana&keys=true", "/patterns/AP5?keys=true")]
        answers += [glad.ask("POST", "/users", {"username": "zoe", "name": "Zoe", "password": "a long secret"}, Idempotency_Key="k"),
                    glad.ask("POST", "/users", {"username": "zoe", "name": "Zoe", "password": "a long secret"}, Idempotency_Key="k"),
                    glad.ask("POST", "/actions/Register", {"username": "yan", "name": "Yan", "passwordHash": HASH}),
                    glad.ask("PATCH", "/users/ana", {"name": "Ana"}, **ana), glad.ask("POST", "/sessions/current", {}, **ana)]
        for status, answer in answers:
            self.assertLess(status, 300, answer)
            text = json.dumps(answer)
            self.assertNotIn("PasswordHash", text)
            self.assertNotIn("scrypt", text)
        stored = Client(self.server.url).call("GetItem", {"TableName": "glad-entities", "Key": {"PK": {"S": "USER#yan"}, "SK": {"S": "PROFILE"}}})
        self.assertEqual(stored["Item"]["PasswordHash"], {"S": HASH})
        schemas = glad.get("/openapi.json")["components"]["schemas"]
        self.assertTrue(schemas["User"]["properties"]["PasswordHash"]["writeOnly"])

    def test_a_popular_skill_is_spread_and_read_as_one(self):
        added = self.add(60, "haskell")
        page = self.glad.get("/patterns/AP11?skillName=haskell&limit=60")
        self.assertEqual((page["count"], page["requests"]), (60, 4))
        indexed = Client(self.server.url).call("Scan", {"TableName": "glad-entities", "IndexName": "GSI1"})["Items"]
        shards = {item["GSI1PK"]["S"] for item in indexed if item["GSI1PK"]["S"].startswith("SKILL#haskell#")}
        self.assertEqual(len(shards), 4, shards)
        ranks = [LEVELS.index(level) for level in names(page["items"], "ProficiencyLevel")]
        self.assertEqual(ranks, sorted(LEVELS.index(level) for level, *_ in added))
        self.assertEqual(set(names(page["items"])), {each[3] for each in added})
        # The same in pages of seven.
        paged, cursor = [], ""
        while cursor is not None:
            part = self.glad.get(f"/skills/haskell/users?limit=7{'&cursor=' + urllib.parse.quote(cursor) if cursor else ''}")
            self.assertLessEqual(len(part["items"]), 7)
            paged += names(part["items"])
            cursor = part["cursor"]
        self.assertEqual(paged, names(page["items"]))
        experts = self.glad.pattern("AP12", skillName="haskell")
        self.assertEqual(set(names(experts)), {each[3] for each in added if each[0] == "Expert"})

    def test_users_are_listed_without_a_scan(self):
        before = self.glad.get("/users")
        self.assertEqual((before["count"], before["requests"]), (8, 4))
        self.add(120, "haskell")
        after = self.glad.get("/users")
        self.assertEqual((after["items"], after["consumed"]), (before["items"], before["consumed"]))

    def test_skill_search_by_the_index_with_several_keys(self):
        described = Client(self.server.url).call("DescribeTable", {"TableName": "glad-entities"})["Table"]
        [index] = [each for each in described["GlobalSecondaryIndexes"] if each["IndexName"] == "SkillSearch"]
        self.assertEqual([(key["AttributeName"], key["KeyType"]) for key in index["KeySchema"]],
                         [("SkillName", "HASH"), ("ProficiencyLevel", "HASH"), ("YearsOfExperience", "RANGE"), ("LastUsedDate", "RANGE")])
        added = self.add(60, "haskell", seed=2)
        for level, years, since in (("Beginner", 0, "1970-01-01"), ("Expert", 10, "2024-01-01"), ("Advanced", 5, "2023-06-01"),
                                    ("Intermediate", 19, "2026-01-01"), ("Expert", 21, "1970-01-01")):
            with self.subTest(level=level, years=years, since=since):
                able = LEVELS[:LEVELS.index(level) + 1]
                wanted = [each for each in added if each[0] in able and each[1] >= years and each[2] >= since]
                wanted.sort(key=lambda each: (LEVELS.index(each[0]), -each[1]))
                found = self.glad.get(f"/skills/haskell/search?level={level}&years={years}&since={since}&limit=1000")
                self.assertEqual(found["count"], len(wanted))
                self.assertEqual([(user["ProficiencyLevel"], user["YearsOfExperience"]) for user in found["users"]],
                                 [(each[0], each[1]) for each in wanted])
                self.assertEqual(set(names(found["users"])), {each[3] for each in wanted})
                one = self.glad.pattern("SkillSearch", skill="haskell", level=level, years=years, since=since)
                self.assertEqual(set(names(one)), {each[3] for each in wanted if each[0] == level})
        self.assertEqual(len(self.glad.get("/skills/haskell/search?limit=7")["users"]), 7)

    def test_endorsements(self):
        glad, ben, emi = self.glad, self.session("ben"), self.session("emi")
        there = "/users/chloe/skills/python/endorsements"
        made = glad.post(there, {"note": "Clear."}, **ben)
        self.assertEqual((made["endorsement"]["Note"], made["skill"]["Endorsements"]), ("Clear.", 2))
        self.assertEqual(glad.ask("POST", there, {}, **ben)[0], 409)
        self.assertEqual(glad.ask("POST", there, {})[0], 401)
        self.assertEqual(glad.ask("POST", "/users/ben/skills/golang/endorsements", {}, **ben)[0], 409)
        self.assertEqual(glad.ask("POST", "/users/ben/skills/cobol/endorsements", {}, **emi)[0], 404)
        self.assertEqual(glad.post(f"{there}/withdraw", {}, **ben)["skill"]["Endorsements"], 1)
        self.assertEqual(glad.ask("POST", f"{there}/withdraw", {}, **ben)[0], 409)
        self.assertEqual(names(glad.get(there)["items"], "Endorser"), ["greta"])

    def test_users_of_the_old_table_move_in(self):
        """The document's plan: the new table is filled from `users`, verified, and the application uses it."""
        server = Server("--memory", "--system", "glad", CLOCK)
        self.addCleanup(server.stop)
        client, glad = Client(server.url), Api(server, "glad")
        client.call("CreateTable", {"TableName": "users", "BillingMode": "PAY_PER_REQUEST",
                                    "KeySchema": [{"AttributeName": "username", "KeyType": "HASH"}],
                                    "AttributeDefinitions": [{"AttributeName": "username", "AttributeType": "S"}]})
        [hashed] = [each["values"]["PasswordHash"] for each in json.loads((ROOT / "src/systems/glad/demo.json").read_text())
                    if each["entity"] == "User" and each["values"]["Username"] == "ana"]
        for number in range(40):
            client.call("PutItem", {"TableName": "users", "Item": {
                "username": {"S": f"old-{number}"}, "name": {"S": f"Old {number}"}, "password_hash": {"S": hashed},
                "created_at": {"S": "2025-01-01T00:00:00.000Z"}, "updated_at": {"S": "2025-01-01T00:00:00.000Z"}}})
        for phase in (("run", "--rate", "0"), ("verify",), ("switch", "--quiet", "0.1"), ("finalise", "--drop-source")):
            ended = subprocess.run([os.environ.get("TRESTLE", str(ROOT / "build/release/trestle")), "model", "migrate",
                                    str(ROOT / "src/systems/glad/glad.trestle.toml"), *phase, "--endpoint", server.url],
                                   capture_output=True, text=True, timeout=60, env={**os.environ, **CREDENTIALS}, check=False)
            self.assertEqual(ended.returncode, 0, (phase, ended.stdout, ended.stderr))
        self.assertEqual(len(glad.pattern("AP5")), 40)
        token = glad.post("/sessions", {"username": "old-7", "password": "demo-ana"})["token"]
        glad.post("/users/old-7/skills", {"SkillName": "cobol", "ProficiencyLevel": "Expert"}, Authorization=f"Bearer {token}")
        profile = glad.get("/users/old-7")
        self.assertEqual((profile["user"]["Name"], profile["user"]["CreatedAt"]), ("Old 7", "2025-01-01T00:00:00.000Z"))
        self.assertEqual(names(glad.get("/skills/cobol/users")["items"]), ["old-7"])

    # ---- At the same moment ----

    def test_a_username_belongs_to_one_user(self):
        for round_ in range(2):
            body = {"username": f"same-{round_}", "name": "Same", "password": "a long secret"}
            answers = at_once([lambda: self.glad.ask("POST", "/users", body)] * 3)
            self.assertEqual(sorted(status for status, _ in answers), [201] + [409] * 2, answers)
        for round_ in range(8):
            body = {"username": f"other-{round_}", "name": "Other", "passwordHash": HASH}
            answers = at_once([lambda: self.glad.ask("POST", "/actions/Register", body)] * 6)
            self.assertEqual(sorted(status for status, _ in answers), [200] + [409] * 5, answers)
        self.assertEqual(len(self.glad.pattern("AP5")), 8 + 2 + 8)

    def test_endorsements_at_once_count_as_many_as_there_are(self):
        glad, ana = self.glad, self.session("ana")
        endorsers = [self.session(user) for user in ("ben", "chloe", "emi", "greta")]
        there = "/users/ana/skills/rust"
        for _ in range(8):
            glad.post("/users/ana/skills", {"SkillName": "rust", "ProficiencyLevel": "Expert"}, **ana)
            answers = at_once([lambda session=session: glad.ask("POST", f"{there}/endorsements", {}, **session) for session in endorsers * 2])
            self.assertEqual(sorted(status for status, _ in answers), [201] * 4 + [409] * 4, answers)
            changes = at_once([lambda level=level: glad.ask("PUT", there, {"ProficiencyLevel": level}, **ana) for level in LEVELS[:2]] +
                              [lambda session=session: glad.ask("POST", f"{there}/endorsements/withdraw", {}, **session)
                               for session in endorsers[:2]])
            self.assertEqual([status for status, _ in changes], [200] * 4, changes)
            self.assertEqual((glad.get(there)["Endorsements"], len(glad.get(f"{there}/endorsements")["items"])), (2, 2))
            self.assertEqual(sum(names(glad.pattern("AP12", skillName="rust", level=level)).count("ana") for level in LEVELS), 1)
            # It goes away while it is endorsed: endorsed and gone, or endorsed no more.
            at_once([lambda: glad.ask("DELETE", there, **ana)] +
                    [lambda session=session: glad.ask("POST", f"{there}/endorsements", {}, **session) for session in endorsers[:2]])
            status, skill = glad.ask("GET", there)
            left = len(glad.get(f"{there}/endorsements")["items"])
            self.assertEqual((0 if status == 404 else skill["Endorsements"]), left)
            if status == 200:
                self.assertEqual(glad.ask("DELETE", there, **ana)[0], 204)

    def test_a_change_of_an_older_version_is_refused(self):
        ana = self.session("ana")
        version = self.glad.get("/users/ana/skills/python")["Version"]
        answers = at_once([lambda years=years: self.glad.ask(
            "PUT", "/users/ana/skills/python", {"ProficiencyLevel": "Expert", "YearsOfExperience": years, "Version": version}, **ana)
            for years in range(6)])
        self.assertEqual(sorted(status for status, _ in answers), [200] + [409] * 5, answers)
        [kept] = [answer["skill"] for status, answer in answers if status == 200]
        self.assertEqual(self.glad.get("/users/ana/skills/python"), kept)

    # ---- What goes wrong ----

    def test_bad_input_names_its_field(self):
        ana = self.session("ana")
        good = {"SkillName": "rust", "ProficiencyLevel": "Expert"}
        for method, path, body, field in (
                ("POST", "/users", {"username": "A", "name": "A", "password": "a long secret"}, "username"),
                ("POST", "/users", {"username": "abc", "name": "", "password": "a long secret"}, "name"),
                ("POST", "/users", {"username": "abc", "name": "A", "password": "short"}, "password"),
                ("POST", "/users", {"username": "abc", "name": "A"}, "password"),
                ("POST", "/sessions", {"username": "ana"}, "password"),
                ("POST", "/sessions/current", {"token": 7}, "token"),
                ("POST", "/sessions/end", {"token": "x" * 129}, "token"),
                ("POST", "/users/ana/password", {"password": "demo-ana", "newPassword": "short"}, "newPassword"),
                ("PATCH", "/users/ana", {"name": ""}, "name"),
                ("GET", "/users/NOBODY", None, "username"),
                ("POST", "/users/ana/skills", {**good, "SkillName": "machine learning"}, "SkillName"),
                ("POST", "/users/ana/skills", {**good, "ProficiencyLevel": "Guru"}, "ProficiencyLevel"),
                ("POST", "/users/ana/skills", {**good, "YearsOfExperience": -1}, "YearsOfExperience"),
                ("POST", "/users/ana/skills", {**good, "LastUsedDate": "yesterday"}, "LastUsedDate"),
                ("POST", "/users/ana/skills", {**good, "LastUsedDate": "2026-12-03"}, "LastUsedDate"),
                ("PUT", "/users/ana/skills/golang", {"ProficiencyLevel": "Expert", "LastUsedDate": "2026-12-03"}, "LastUsedDate"),
                ("POST", "/users/ana/skills", {**good, "SkillName": ".."}, "SkillName"),
                ("POST", "/users", {"username": "..", "name": "A", "password": "a long secret"}, "username"),
                ("POST", "/users", {"username": "abc", "name": " \t", "password": "a long secret"}, "name"),
                ("POST", "/users/ana/skills", {**good, "Endorsements": 99}, "Endorsements"),
                ("POST", "/users/ana/skills", {**good, "Username": "ben"}, "Username"),
                ("PUT", "/users/ana/skills/golang", {}, "ProficiencyLevel"),
                ("PUT", "/users/ana/skills/golang", {"ProficiencyLevel": "Expert", "Version": 0}, "Version"),
                ("DELETE", "/users/ana/skills/golang?all=true", None, "all"),
                ("GET", "/users/ana/skills?limit=none", None, "limit"),
                ("GET", "/skills/golang/users?limit=0", None, "limit"),
                ("GET", "/skills/golang/experts?level=Guru", None, "level"),
                ("GET", "/skills/golang/search?years=-1", None, "years"),
                ("GET", "/skills/golang/search?since=soon", None, "since"),
                ("GET", "/skills/golang/search?limit=1001", None, "limit"),
                ("GET", "/skills/g%20o/search", None, "skillName"),
                ("POST", "/users/ben/skills/golang/endorsements", {"note": "x" * 501}, "note"),
                ("POST", "/users/ben/skills/golang/endorsements/withdraw", {"note": "x"}, "note"),
                ("POST", "/actions/Register", {"username": "abc", "name": "A", "passwordHash": 1}, "passwordHash")):
            with self.subTest(path=path, body=body):
                status, answer = self.glad.ask(method, path, body, **ana)
                self.assertEqual(status, 400, answer)
                self.assertEqual([each["field"] for each in answer["errors"]], [field], answer)
        for status, method, path, body in (
                (404, "GET", "/users/nobody", None), (404, "DELETE", "/users/ana/skills/cobol", None),
                (404, "GET", "/users/ana/skills/cobol", None), (404, "POST", "/users/ben/skills/cobol/endorsements", {}),
                (403, "POST", "/sessions", {"username": "nobody", "password": "a long secret"}), (400, "POST", "/users", b"{"),
                (405, "POST", "/skills/golang/users", {}), (404, "GET", "/skills", None)):
            with self.subTest(path=path, body=body):
                refused, answer = self.glad.ask(method, path, body, **ana)
                self.assertEqual(refused, status, answer)
                self.assertTrue(answer["detail"])
        self.assertEqual(self.glad.get("/users/ana/skills/golang")["Version"], 1)

    def test_what_was_acknowledged_survives_a_kill(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server("--data", folder, "--system", "glad", "--seed-demo", CLOCK)
            glad = Api(server, "glad")
            users = ("ana", "ben", "emi")
            sessions = [self.session(user, server) for user in users]

            def write(thread, number):
                skill = {"SkillName": f"skill-{number}", "ProficiencyLevel": LEVELS[number % 4]}
                return glad.ask("POST", f"/users/{users[thread]}/skills", skill, **sessions[thread])
            writing = Writing(3, write)
            writing.wait_for(30)
            server.kill()
            writing.join()
            with Server("--data", folder, "--system", "glad", CLOCK) as again:
                glad = Api(again, "glad")
                for user, session in zip(users, sessions):
                    kept = {skill["SkillName"]: skill for skill in glad.pattern("AP6", username=user) if skill["SkillName"].startswith("skill-")}
                    mine = [answer["skill"] for answer in writing.acknowledged if answer["skill"]["Username"] == user]
                    for skill in mine:
                        self.assertEqual(kept[skill["SkillName"]], skill)
                        self.assertIn(user, names(glad.pattern("AP12", skillName=skill["SkillName"], level=skill["ProficiencyLevel"])))
                    self.assertLessEqual(len(kept), len(mine) + 1)  # at most one was on its way
                    self.assertEqual(glad.post("/sessions/current", {}, **session)["user"]["Username"], user)


if __name__ == "__main__":
    unittest.main()
