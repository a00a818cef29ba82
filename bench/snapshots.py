#!/usr/bin/python3
"""Measures how long it takes to make a snapshot of a database, to go back to it and to empty it.

One row for each number of items in --items: the snapshot is made of all of them, then, --rounds times, some
are changed and the database goes back, while a client on another connection reads: `longest read` is how
long an answer took at most meanwhile. Medians in milliseconds. Run it on a quiet machine.
"""

import argparse
import contextlib
import json
import pathlib
import sys
import tempfile
import threading
import time
import urllib.request

import served
from served import Client, Items, Server


def main():
    arguments = parse_arguments()
    rows = []
    print(f"{'where':<7} {'items':>10} {'make ms':>9} {'restore ms':>11} {'reset ms':>9} {'longest read ms':>16}", flush=True)
    for where in arguments.where.split(","):
        for count in map(int, arguments.items.split(",")):
            rows.append(measure(arguments, where, count))
            print("{where:<7} {items:>10,} {make_ms:>9.1f} {restore_ms:>11.1f} {reset_ms:>9.1f} {longest_read_ms:>16.1f}".format(**rows[-1]), flush=True)
    served.write_json(arguments.json, rows)
    return 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="the server, if not the release")
    parser.add_argument("--items", default="1000,10000,100000,1000000", help="numbers of items, with commas")
    parser.add_argument("--where", default="disk,memory")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--folder", help="where the data folder is made: a disk, not tmpfs")
    parser.add_argument("--json", help="a file for the results")
    return parser.parse_args()


def measure(arguments, where, count):
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="trestle-snapshots-", dir=arguments.folder))
        place = ["--memory"] if where == "memory" else ["--data", str(pathlib.Path(folder) / "data")]
        server = stack.enter_context(Server(*place, binary=str(served.binary_of(arguments.binary))))
        client = Client(server.url)
        served.create_table(client)
        served.wait_until_active(client)
        served.load(server.url, Items(count))
        make = timed(server.url, "snapshots", name="loaded")
        restores, resets = [], []
        with Reader(server.url) as reader:
            for number in range(arguments.rounds):
                served.load(server.url, Items(min(count, 500)), version=number + 1)
                restores.append(timed(server.url, "snapshots/loaded/restore"))
            expect_items(client, count)
        for _ in range(arguments.rounds):
            resets.append(timed(server.url, "reset"))
            post(server.url, "snapshots/loaded/restore")
        expect_items(client, count)
        return {"where": where, "items": count, "make_ms": make, "restore_ms": served.median(restores),
                "reset_ms": served.median(resets), "longest_read_ms": reader.longest * 1000}


def post(url, path, **body):
    request = urllib.request.Request(f"{url}/_trestle/{path}", json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=600) as reply:
        return json.load(reply)


def timed(url, path, **body):
    begin = time.perf_counter()
    post(url, path, **body)
    return (time.perf_counter() - begin) * 1000


def expect_items(client, count):
    found = client.call("DescribeTable", {"TableName": served.TABLE})["Table"]["ItemCount"]
    if found != count:
        raise SystemExit(f"snapshots: {found} items, not {count}")


class Reader:
    """Reads one item again and again, on a connection that stays open."""

    def __init__(self, url):
        self._client = Client(url)
        self._key = {"TableName": served.TABLE, "Key": Items(1).key(0)}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._failure = None
        self.longest = 0.0

    def _run(self):
        try:
            while not self._stopping.is_set():
                begin = time.perf_counter()
                if "Item" not in self._client.call("GetItem", self._key):
                    raise AssertionError("an item that every state has is not there")
                self.longest = max(self.longest, time.perf_counter() - begin)
                time.sleep(0.0005)
        except Exception as error:  # told at the end
            self._failure = error

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stopping.set()
        self._thread.join()
        if self._failure:
            raise self._failure


if __name__ == "__main__":
    sys.exit(main())
