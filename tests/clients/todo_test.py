"""The To-Do API over the server: requests that come twice or at once, counts that follow the stream, a restart, bad input."""

import concurrent.futures
import json
import pathlib
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.rest import until  # noqa: E402
from harness.server import Server  # noqa: E402


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


if __name__ == "__main__":
    unittest.main()
