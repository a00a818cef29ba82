"""The To-Do API over the server: requests that come twice or at once, counts that follow the stream, a restart, bad input."""

import collections
import concurrent.futures
import datetime
import json
import pathlib
import random
import sys
import tempfile
import unittest
import urllib.error
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.dynamo import Client  # noqa: E402
from harness.rest import Api, Writing, at_once, until  # noqa: E402
from harness.server import Server  # noqa: E402

CLOCK = "--clock=manual:2026-11-15T12:00:00Z"
STATUSES = ("pending", "in_progress", "completed", "cancelled")
PRIORITIES = ("low", "medium", "high", "urgent")
CATEGORIES = ("Home", "C#", "50% done", "work")


def ask(server, method, path, body=None, key=None):
    """Status, answer."""
    headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server.url + "/api/todo" + path, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def wait_until_counted(server, user):
    """The counts of a user's tasks, once the stream has been followed to its end."""
    counts = {}

    def are_equal():
        counts.update(ask(server, "POST", f"/users/{user}/recount", {})[1])
        return counts["equal"]

    until(True, are_equal)
    return counts


class TodoTest(unittest.TestCase):
    def test_at_once(self):
        with Server("--memory", "--system", "todo", "--seed-demo") as server, concurrent.futures.ThreadPoolExecutor(8) as pool:
            for round_ in range(5):
                answers = list(pool.map(lambda _, key=f"k{round_}": ask(server, "POST", "/users/lea/tasks", {"title": "Only one"}, key), range(8)))
                self.assertEqual({status for status, _ in answers}, {201})
                self.assertEqual(len({json.dumps(answer) for _, answer in answers}), 1)
            _, found = ask(server, "GET", "/users/lea/tasks/search?text=only+one")
            self.assertEqual(found["count"], 5)
            ids = [task["task_id"] for task in found["tasks"]]
            jobs = [pool.submit(ask, server, "POST", "/users/lea/bulk/status", {"task_ids": ids, "status": status})
                    for status in ("completed", "in_progress", "cancelled")]
            jobs += [pool.submit(ask, server, "PATCH", f"/users/lea/tasks/{each}", {"priority": "low"}) for each in ids]
            self.assertEqual([job.result()[0] for job in jobs], [200] * len(jobs))
            self.assertEqual([job.result()[1]["failed"] for job in jobs[:3]], [0, 0, 0])
            wait_until_counted(server, "lea")
            signed = list(pool.map(lambda _: ask(server, "POST", "/users", {"email": "eve@example.com", "name": "Eve"})[0], range(8)))
            self.assertEqual(sorted(signed), [201] + [409] * 7)
            status, changed = ask(server, "PATCH", "/users/mia", {"email": "Mia.K@Example.com"})
            self.assertEqual((status, changed["user"]["email"], changed["user"]["name"]), (200, "mia.k@example.com", "Mia Keller"))
            self.assertEqual(ask(server, "PATCH", "/users/mia", {"email": "EVE@example.com"})[0], 409)
            self.assertEqual(ask(server, "PATCH", "/users/mia", {"name": "M", "version": 1})[0], 409)

    def test_a_restart_in_the_middle(self):
        with tempfile.TemporaryDirectory() as folder:
            with Server("--data", folder, "--system", "todo", "--seed-demo") as server:
                first = ask(server, "POST", "/users/mia/tasks", {"title": "Once"}, "key")
            with Server("--data", folder, "--system", "todo") as server:
                self.assertEqual(ask(server, "POST", "/users/mia/tasks", {"title": "Once"}, "key"), first)
                self.assertEqual(wait_until_counted(server, "mia")["tasks"], 11)

    def test_bad_input(self):
        with Server("--memory", "--system", "todo", "--seed-demo") as server:
            for status, method, path, body in (
                    (400, "POST", "/users", {"email": "nobody", "name": "X"}),
                    (400, "POST", "/users/mia/tasks", {}),
                    (400, "POST", "/users/mia/tasks", {"title": " "}),
                    (400, "PATCH", "/users/mia/tasks/task-01", {"title": "\n"}),
                    (400, "GET", "/users/mia/tasks/due?start_date=2026-12-05&end_date=2026-12-01", None),
                    (400, "POST", "/users/mia/tasks", {"title": "x", "priority": "huge"}),
                    (404, "POST", "/users/nobody/tasks", {"title": "x"}),
                    (400, "PATCH", "/users/mia/tasks/task-01", {}),
                    (404, "PATCH", "/users/mia/tasks/none", {"title": "x"}),
                    (409, "PATCH", "/users/mia/tasks/task-01", {"title": "x", "version": 9}),
                    (404, "DELETE", "/users/mia/tasks/none", None),
                    (404, "POST", "/users/mia/tasks/none/complete", {}),
                    (409, "POST", "/users/mia/tasks/task-02/reopen", {}),
                    (400, "POST", "/users/mia/bulk/status", {"task_ids": [], "status": "pending"}),
                    (400, "POST", "/users/mia/bulk/delete", {"task_ids": "task-01"}),
                    (404, "POST", "/users/nobody/bulk/delete-completed", {}),
                    (400, "GET", "/users/mia/tasks/search?limit=0", None),
                    (400, "GET", "/users/mia/tasks/overdue?today=now", None),
                    (404, "GET", "/users/nobody/counts", None),
                    (400, "POST", "/users/mia/recount", {"repair": "yes"})):
                with self.subTest(method=method, path=path, body=body):
                    self.assertEqual(ask(server, method, path, body)[0], status)


def day(offset):
    return str(datetime.date(2026, 11, 15) + datetime.timedelta(days=offset))


def random_task(choose):
    task = {"title": f"Task {choose.randrange(1000)}", "status": choose.choice(STATUSES)}
    for name, values in (("priority", PRIORITIES), ("category", CATEGORIES), ("due_date", [day(offset) for offset in range(-5, 6)]),
                         ("description", ("Call the bank", "Paint it"))):
        if choose.random() < 0.8:
            task[name] = choose.choice(values)
    return task


def counts_of(server):
    """What a scan of the table counts: {user or None for all: {(dimension, value): tasks}}."""
    counts, request = collections.defaultdict(collections.Counter), {"TableName": "todo-app-data"}
    client = Client(server.url)
    while request:
        page = client.call("Scan", request)
        for item in page["Items"]:
            if item["entity_type"]["S"] != "Task":
                continue
            for dimension in ("status", "priority"):
                if dimension in item:
                    for who in (item["user_id"]["S"], None):
                        counts[who][(dimension, item[dimension]["S"])] += 1
        request = {**request, "ExclusiveStartKey": page["LastEvaluatedKey"]} if "LastEvaluatedKey" in page else None
    return {who: dict(found) for who, found in counts.items()}


def counted(todo, users):
    """The same as the stream has it."""
    counts = {}
    for who in (*users, None):
        answer = todo.get("/totals" if who is None else f"/users/{who}/counts")
        counts[who] = {(dimension, value): tasks for dimension in ("status", "priority") for value, tasks in answer[dimension].items() if tasks}
    return {who: found for who, found in counts.items() if found}


class TodoPatternsTest(unittest.TestCase):
    """Every row of the document's table of access patterns, held against a list."""

    def setUp(self):
        self.server = Server("--memory", "--system", "todo", CLOCK)
        self.addCleanup(self.server.stop)
        self.todo, choose = Api(self.server, "todo"), random.Random(5)
        self.tasks = {"ann": {}, "bob": {}}
        for user, tasks in self.tasks.items():
            self.todo.post("/users", {"user_id": user, "email": f"{user}@example.com", "name": user.title()})
            for _ in range(60):
                made = self.todo.post(f"/users/{user}/tasks", random_task(choose))["task"]
                tasks[made["task_id"]] = made

    def advance(self, by):
        request = urllib.request.Request(self.server.url + "/_trestle/clock", json.dumps({"advance": by}).encode())
        urllib.request.urlopen(request, timeout=60).close()

    def expect(self, pattern, wanted, order=("task_id",), reverse=False, **arguments):
        found = self.todo.pattern(pattern, user_id="ann", **arguments)
        expected = sorted((task for task in self.tasks["ann"].values() if wanted(task)),
                          key=lambda task: [key(task) if callable(key) else task[key] for key in order], reverse=reverse)
        self.assertEqual([task["task_id"] for task in found], [task["task_id"] for task in expected], (pattern, arguments))
        self.assertEqual(found, expected, (pattern, arguments))

    def test_reads(self):
        todo = self.todo
        self.assertEqual([user["email"] for user in todo.pattern("UserById", user_id="ann")], ["ann@example.com"])
        self.assertEqual([user["user_id"] for user in todo.pattern("UserByEmail", email="Bob@example.com")], ["bob"])
        self.assertEqual(todo.get("/users/ann")["name"], "Ann")
        some = next(iter(self.tasks["ann"].values()))
        self.assertEqual(todo.pattern("TaskById", user_id="ann", task_id=some["task_id"]), [some])
        self.assertEqual(todo.get(f"/users/ann/tasks/{some['task_id']}"), some)

        def has(name):
            return lambda task: name in task
        self.expect("TasksOfUser", lambda task: True)
        self.expect("PageOfTasks", lambda task: True, reverse=True)
        self.expect("TasksByStatus", lambda task: True, order=("status", "task_id"))
        self.expect("TasksByDueDate", has("due_date"), order=("due_date", "task_id"))
        self.expect("TasksWithDueDate", has("due_date"), order=("due_date", "task_id"))
        self.expect("TasksByPriority", has("priority"), order=(lambda task: PRIORITIES.index(task["priority"]), "task_id"), reverse=True)
        # Keys have # and % escaped, which keeps the order of these.
        self.expect("TasksByCategory", has("category"), order=(lambda task: task["category"].lower(), "task_id"))
        for status in STATUSES:
            self.expect("TasksOfStatus", lambda task, status=status: task["status"] == status, status=status)
        for priority in PRIORITIES:
            self.expect("TasksOfPriority", lambda task, priority=priority: task.get("priority") == priority, priority=priority)
        for category in CATEGORIES + ("HOME",):
            self.expect("TasksOfCategory", lambda task, category=category: task.get("category", "").lower() == category.lower(), category=category)
        self.expect("CompletedTasks", lambda task: task["status"] == "completed")
        for offset in range(-6, 7):
            self.expect("TasksOfDueDate", lambda task, date=day(offset): task.get("due_date") == date, date=day(offset))
        for first, last in ((-5, 5), (0, 0), (-2, 3), (5, 9), (-9, -5)):
            self.expect("TasksInDateRange", lambda task, first=day(first), last=day(last): first <= task.get("due_date", "") <= last,
                        order=("due_date", "task_id"), start_date=day(first), end_date=day(last))
        for offset in (-5, 0, 6):
            self.expect("OverdueTasks", lambda task, today=day(offset): "due_date" in task and task["due_date"] < today and
                        task["status"] in ("pending", "in_progress"), order=("due_date", "task_id"), today=day(offset))
        self.expect("SearchTasks", lambda task: "bank" in task.get("description", ""), text="bank")
        found = todo.get("/users/ann/tasks/search?text=BANK&status=pending&limit=100")
        self.assertEqual({task["task_id"] for task in found["tasks"]},
                         {task["task_id"] for task in self.tasks["ann"].values() if "description" in task and "bank" in task["description"] and
                          task["status"] == "pending"})
        # By the server's own day.
        self.advance("48h")
        self.expect("OverdueTasks", lambda task: "due_date" in task and task["due_date"] < day(2) and
                    task["status"] in ("pending", "in_progress"), order=("due_date", "task_id"))
        until(counts_of(self.server), lambda: counted(todo, self.tasks))
        for pattern, dimension in (("CountByStatus", "status"), ("CountByPriority", "priority")):
            self.assertEqual({count["value"]: count["tasks"] for count in todo.pattern(pattern, user_id="ann")},
                             dict(collections.Counter(task[dimension] for task in self.tasks["ann"].values() if dimension in task)))

    def test_pages(self):
        """Small, large and reused ones."""
        for limit in (1, 7, 60, 1000):
            found, cursor = [], ""
            while cursor is not None:
                page = self.todo.get(f"/users/ann/tasks?limit={limit}{'&cursor=' + cursor if cursor else ''}")
                self.assertLessEqual(len(page["items"]), limit)
                found += [task["task_id"] for task in page["items"]]
                cursor = page["cursor"] and urllib.parse.quote(page["cursor"])
            self.assertEqual(found, sorted(self.tasks["ann"], reverse=True))
        cursor = urllib.parse.quote(self.todo.get("/users/ann/tasks?limit=7")["cursor"])
        for path in (f"/users/bob/tasks?cursor={cursor}", f"/users/ann/tasks/status/pending?cursor={cursor}", f"/patterns/TasksOfUser?user_id=ann&cursor={cursor}",
                     "/users/ann/tasks?cursor=x", "/users/ann/tasks?limit=0", "/users/ann/tasks?limit=1000000000000", "/users/ann/tasks?limit=-1"):
            with self.subTest(path=path):
                self.assertEqual(self.todo.ask("GET", path)[0], 400)

    def test_bulk(self):
        """More than one batch, while others write the same tasks."""
        todo, ids = self.todo, list(self.tasks["ann"])
        for status in ("in_progress", "completed"):
            answers = at_once([lambda status=status: todo.post("/users/ann/bulk/status", {"task_ids": [*ids, "none"], "status": status})] +
                              [lambda each=each: todo.ask("PATCH", f"/users/ann/tasks/{each}", {"title": "Changed"}) for each in ids[:7]])
            bulk = answers[0]
            self.assertEqual((bulk["failed"], bulk["missing"], bulk["changed"] + bulk["unchanged"]), (0, 1, len(ids)))
            self.assertEqual([status for status, _ in answers[1:]], [200] * 7)
            self.assertEqual({task["status"] for task in todo.pattern("TasksOfUser", user_id="ann")}, {status})
        self.assertEqual(len([task for task in todo.pattern("TasksOfUser", user_id="ann") if task["title"] == "Changed"]), 7)
        self.assertEqual(todo.post("/users/ann/bulk/delete", {"task_ids": ids[:30]})["deleted"], 30)
        self.assertEqual(todo.post("/users/ann/bulk/delete-completed", {})["deleted"], 30)
        self.assertEqual(todo.pattern("TasksOfUser", user_id="ann"), [])
        until(counts_of(self.server), lambda: counted(todo, self.tasks))

    def test_the_same_request_for_a_day(self):
        body, asked = {"title": "Once", "due_date": day(1)}, lambda: self.todo.ask("POST", "/users/ann/tasks", body, Idempotency_Key="k/1 #")
        status, first = asked()
        self.assertEqual(status, 201)
        self.todo.post(f"/users/ann/tasks/{first['task']['task_id']}/complete", {})
        self.advance("23h59m59s")
        self.assertEqual(asked(), (201, first))
        self.assertEqual(self.todo.ask("POST", "/users/bob/tasks", body, Idempotency_Key="k/1 #")[0], 422)
        [kept] = self.todo.pattern("IdempotencyCheck", request_id="k/1 #")
        self.assertEqual((kept["http_status_code"], kept["target_task_pk"]), (201, "TASK#ann"))
        self.advance("1s")
        status, second = asked()
        self.assertEqual(status, 201)
        self.assertNotEqual(second["task"]["task_id"], first["task"]["task_id"])
        self.advance("25h")
        until([], lambda: self.todo.pattern("IdempotencyCheck", request_id="k/1 #"))

    def test_what_the_stream_counts_is_nobody_elses_to_write(self):
        for method, path, body in (("POST", "/TaskCount", {"user_id": "ann", "dimension": "status", "value": "pending", "tasks": 9}),
                                   ("PATCH", "/TaskCount/ann/status/pending", {"tasks": 9}), ("DELETE", "/TaskCount/ann/status/pending", None),
                                   ("POST", "/Idempotency", {"request_id": "x"}), ("POST", "/actions/CountUp", {}), ("POST", "/actions/CorrectCount", {}),
                                   ("POST", "/actions/CreateTask", {}), ("POST", "/actions/CompleteTask", {"user_id": "ann", "task_id": "t"})):
            with self.subTest(path=path):
                self.assertIn(self.todo.ask(method, path, body)[0], (404, 405))


class TodoCountsTest(unittest.TestCase):
    def test_counts_are_those_of_a_scan_after_a_kill(self):
        users = ("ann", "bob", "eve")
        with tempfile.TemporaryDirectory() as folder:
            server = Server("--data", folder, "--system", "todo")
            todo = Api(server, "todo")
            for user in users:
                todo.post("/users", {"user_id": user, "email": f"{user}@example.com", "name": user})
            ids = [todo.post(f"/users/{users[number % 3]}/tasks", {"title": "First"})["task"] for number in range(9)]

            def write(thread, number):
                choose = random.Random(thread * 1000 + number)
                task = choose.choice(ids)
                there = f"/users/{task['user_id']}/tasks"
                kind = choose.randrange(5)
                if kind == 0:
                    status, answer = todo.ask("POST", there, random_task(choose), Idempotency_Key=f"{thread}-{number}")
                    if status == 201:
                        ids.append(answer["task"])
                    return status, answer
                if kind == 1:
                    return todo.ask("PATCH", f"{there}/{task['task_id']}", {"status": choose.choice(STATUSES), "priority": choose.choice(PRIORITIES)})
                if kind == 2:
                    return todo.ask("PATCH", f"{there}/{task['task_id']}", {"clear": ["priority"]})
                if kind == 3:
                    return todo.ask("DELETE", f"{there}/{task['task_id']}")
                mine = [each["task_id"] for each in ids[-20:] if each["user_id"] == task["user_id"]] or [task["task_id"]]
                return todo.ask("POST", f"/users/{task['user_id']}/bulk/status", {"task_ids": mine, "status": choose.choice(STATUSES)})
            writing = Writing(4, write)
            writing.wait_for(80)
            server.kill()
            writing.join()
            with Server("--data", folder, "--system", "todo") as again:
                todo = Api(again, "todo")
                expected = counts_of(again)
                self.assertGreater(sum(expected[None].values()), 0)
                until(expected, lambda: counted(todo, users))
                for user in users:
                    self.assertTrue(todo.post(f"/users/{user}/recount", {})["equal"])
                # And once more, with nobody dying.
                answers = at_once([lambda thread=thread: write(thread, 5000) for thread in range(8)])
                self.assertEqual({status for status, _ in answers} - {200, 201, 404}, set())
                until(counts_of(again), lambda: counted(todo, users))


if __name__ == "__main__":
    unittest.main()
