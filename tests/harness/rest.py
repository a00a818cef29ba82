"""Requests to the REST API of a system, one by one and many at once."""

import concurrent.futures
import http.client
import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

SECONDS_TO_WAIT = 60


class Api:
    """The API of one system below /api/ of a running server."""

    def __init__(self, server, system):
        self.root = f"{server.url}/api/{system}"

    def ask(self, method, path, body=None, **headers):
        """Status, answer; a header's name is written with _ for -."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            named.setdefault("Content-Type", "application/json")
        request = urllib.request.Request(self.root + path, data=data, headers=named, method=method)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS_TO_WAIT) as response:
                return response.status, _parsed(response.read())
        except urllib.error.HTTPError as error:
            with error:
                return error.code, _parsed(error.read())

    def get(self, path):
        return _good(self.ask("GET", path))

    def post(self, path, body, **headers):
        return _good(self.ask("POST", path, body, **headers))

    def pattern(self, name, **arguments):
        """All items of a pattern, page by page."""
        items, cursor = [], None
        while True:
            more = {"cursor": cursor} if cursor else {}
            page = self.get(f"/patterns/{name}?" + urllib.parse.urlencode(arguments | more))
            items += page["items"]
            cursor = page["cursor"]
            if not cursor:
                return items


def advance(server, by):
    """Moves the manual clock of a server."""
    request = urllib.request.Request(f"{server.url}/_trestle/clock", data=json.dumps({"advance": by}).encode(),
                                     headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=SECONDS_TO_WAIT) as response:
        response.read()


def _parsed(body):
    return json.loads(body) if body else None


def _good(answer):
    status, body = answer
    if status >= 300:
        raise AssertionError(f"{status}: {body}")
    return body


def at_once(calls):
    """The results of functions that are all called at the same moment."""
    calls = list(calls)
    gate = threading.Barrier(len(calls))

    def run(call):
        gate.wait(SECONDS_TO_WAIT)
        return call()

    with concurrent.futures.ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def until(expected, look):
    """Triggers follow the stream: what they do is there a moment later."""
    end = time.monotonic() + SECONDS_TO_WAIT
    while (found := look()) != expected:
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain: {found!r} is not {expected!r}")
        time.sleep(0.02)


class Writing:
    """Threads that write until the server dies; `acknowledged` holds what it said yes to."""

    def __init__(self, threads, write):
        """write(thread, number) makes one request: its status and answer."""
        self._write, self.acknowledged, self._lock = write, [], threading.Condition()
        self._threads = [threading.Thread(target=self._run, args=(each,)) for each in range(threads)]
        for thread in self._threads:
            thread.start()

    def _run(self, thread):
        number = 0
        while True:
            try:
                status, answer = self._write(thread, number)
            except (OSError, http.client.HTTPException, ValueError):  # gone, perhaps in the middle of an answer
                return
            number += 1
            if status < 300:
                with self._lock:
                    self.acknowledged.append(answer)
                    self._lock.notify_all()

    def wait_for(self, count):
        with self._lock:
            if not self._lock.wait_for(lambda: len(self.acknowledged) >= count, SECONDS_TO_WAIT):
                raise AssertionError(f"{len(self.acknowledged)} of {count} writes in time")

    def join(self):
        """Once the server is dead."""
        for thread in self._threads:
            thread.join()
