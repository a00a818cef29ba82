#!/usr/bin/python3
"""Writes for a minute and looks for moments in which nothing was answered.

Items are put over many connections, each put a change, in strict and in relaxed durability. A stall is the longest
time without an answer on any connection. Another server can be measured beside it, in turns of a few
seconds, so that the machine's own stalls can be told from ours:

  bench/stalls.py --beside "/path/to/server --port {port} --data {data}"
"""

import argparse
import pathlib
import shlex
import socket
import subprocess
import sys
import tempfile
import time

import served
from served import Client, Items, Server

TURN = 10.0  # seconds
REQUESTS = 150_000


def main():
    arguments = parse_arguments()
    results = []
    print(f"{'server':<10} {'rate/s':>8} {'p99 us':>8} {'max us':>8} {'silence us':>10}  worst seconds (answers, max us, "
          "silence us)", flush=True)
    for durability in ["strict", "relaxed"]:
        with tempfile.TemporaryDirectory(prefix="trestle-stalls-", dir=arguments.folder) as parent:
            results += measure(arguments, durability, pathlib.Path(parent))
    served.write_json(arguments.json, results)
    return 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="the server, if not the release")
    parser.add_argument("--seconds", type=float, default=60, help="of writing, for each server")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--requests", type=int, default=REQUESTS, help="different items to put")
    parser.add_argument("--beside", help="a command with {port} and {data}, measured in turns")
    parser.add_argument("--folder", help="where data is kept meanwhile: a disk, not tmpfs")
    parser.add_argument("--json", help="a file for the results")
    return parser.parse_args()


def measure(arguments, durability, folder):
    items = Items(arguments.requests)
    requests = served.write_requests(folder / "puts", served.put_requests(items, 0, arguments.requests, versions=2))
    with Server("--data", str(folder / "data"), f"--durability={durability}", binary=arguments.binary) as server:
        urls = {durability: server.url}
        beside = Beside(arguments.beside, folder / "beside") if arguments.beside else None
        if beside:
            urls["beside"] = beside.url
        turns = {name: [] for name in urls}
        for url in urls.values():
            client = Client(url)
            served.create_table(client)
            served.wait_until_active(client)
        left = arguments.seconds
        while left > 0:
            for name, url in urls.items():
                turns[name].append(served.replay(url, requests, connections=arguments.clients,
                                                 seconds=min(TURN, left), binary=arguments.binary))
            left -= TURN
        if beside:
            beside.stop()
    return [report(name, durability, results) for name, results in turns.items()]


def report(name, durability, turns):
    seconds = [second for turn in turns for second in turn["seconds"]]
    worst = sorted(seconds, key=lambda second: -second[2])[:3]
    result = {
        "server": name,
        "durability": durability,
        "rate": served.median(turn["rate"] for turn in turns),
        "p99_us": served.median(turn["p99_us"] for turn in turns),
        "max_us": max(turn["max_us"] for turn in turns),
        "silence_us": max(turn["silence_us"] for turn in turns),
        "seconds": seconds,
    }
    print(f"{name:<10} {result['rate']:>8.0f} {result['p99_us']:>8.0f} {result['max_us']:>8} "
          f"{result['silence_us']:>10}  {worst}", flush=True)
    return result


class Beside:
    """Another server, started by the user's command."""

    def __init__(self, command, data):
        data.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        filled = [part.format(port=port, data=data) for part in shlex.split(command)]
        self._process = subprocess.Popen(filled, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while True:
            try:
                Client(self.url).close()
                return
            except served.NoAnswer:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise SystemExit(f"stalls: {filled[0]} does not listen on port {port}")
                time.sleep(0.01)

    def stop(self):
        self._process.terminate()
        self._process.wait(30)


if __name__ == "__main__":
    sys.exit(main())
