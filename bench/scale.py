#!/usr/bin/python3
"""Measures whether a request gets dearer as the data grows.

Two servers run side by side: a small one with few items, and one that is large in some way. They are
loaded in turn, round by round, so that whatever else the machine does falls on both; what counts is the
ratio of the two in the same round. Prints a table, and with --json a line for each case.

  items        many items, more than the cache holds: GetItem, Query of the table and of an index, PutItem, DescribeTable
  partition    one partition with very many items: GetItem
  tables       very many tables: GetItem
  connections  very many idle connections: GetItem
  stream       a table whose stream is very long: GetItem
"""

import argparse
import contextlib
import pathlib
import resource
import socket
import sys
import tempfile
import urllib.parse

import served
from served import Client, Items, Server

SCALES = {
    "full": {"small": 10_000, "items": 10_000_000, "partition": 1_000_000, "tables": 1_000, "connections": 10_000,
             "stream": 1_000_000, "seconds": 4.0, "rounds": 5},
    "medium": {"small": 10_000, "items": 1_000_000, "partition": 200_000, "tables": 300, "connections": 2_000,
               "stream": 200_000, "seconds": 2.0, "rounds": 3},
    "small": {"small": 400, "items": 4_000, "partition": 1_000, "tables": 10, "connections": 50,
              "stream": 2_000, "seconds": 0.2, "rounds": 1},
}


def main():
    arguments = parse_arguments()
    bench = Bench(arguments)
    cases = {"items": bench.items, "partition": bench.partition, "tables": bench.tables,
             "connections": bench.connections, "stream": bench.stream}
    print(f"{'case':<12} {'request':<14} {'small/s':>9} {'large/s':>9} {'ratio':>6} {'cpu ratio':>9} "
          f"{'p99 us':>8} {'small MiB':>9} {'large MiB':>9}", flush=True)
    for name in arguments.case or cases:
        cases[name]()
    served.write_json(arguments.json, bench.rows)
    return 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="the server, if not the release")
    parser.add_argument("--scale", choices=SCALES, default="full")
    parser.add_argument("--case", action="append", choices=["items", "partition", "tables", "connections", "stream"])
    parser.add_argument("--clients", type=int, default=16, help="connections that send")
    parser.add_argument("--folder", help="where data is kept meanwhile; full needs 20 GB of disk, not tmpfs")
    parser.add_argument("--large-data", help="a folder for the many items; kept, and used again if it is there")
    parser.add_argument("--serve-option", action="append", default=[], help="passed to serve, e.g. --cache-mb=128")
    parser.add_argument("--json", help="a file for the results")
    return parser.parse_args()


class Bench:
    def __init__(self, arguments):
        self._arguments = arguments
        self._scale = SCALES[arguments.scale]
        self._small_items = Items(self._scale["small"])
        self.rows = []

    def items(self):
        large_items = Items(self._scale["items"])
        with self._servers(large_items, self._arguments.large_data) as (folder, small, large):
            for name, make in [("GetItem", served.get_requests), ("Query", served.query_requests),
                               ("QueryOfAnIndex", served.index_query_requests)]:
                requests = [served.write_requests(folder / f"{name}{i}", make(items))
                            for i, items in enumerate([self._small_items, large_items])]
                self._compare("items", name, (small, large), requests)
            describe = served.write_requests(folder / "d", [("DescribeTable", {"TableName": served.TABLE})])
            self._compare("items", "DescribeTable", (small, large), [describe, describe])
            # Both change what they have, so that neither grows.
            puts = [served.write_requests(folder / f"p{i}", served.put_requests(items, 0, min(items.count, 60_000), versions=2))
                    for i, items in enumerate([self._small_items, large_items])]
            self._compare("items", "PutItem", (small, large), puts)

    def partition(self):
        large_items = Items(self._scale["partition"], in_partition=self._scale["partition"])
        with self._servers(large_items) as (folder, small, large):
            requests = [served.write_requests(folder / f"g{i}", served.get_requests(items))
                        for i, items in enumerate([self._small_items, large_items])]
            self._compare("partition", "GetItem", (small, large), requests)

    def tables(self):
        with self._servers(self._small_items) as (folder, small, large):
            client = Client(large.url)
            for number in range(self._scale["tables"]):
                served.create_table(client, f"table{number:05}", with_index=False)
            requests = served.write_requests(folder / "g", served.get_requests(self._small_items))
            self._compare("tables", "GetItem", (small, large), [requests, requests])

    def connections(self):
        count = self._scale["connections"]
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        if most < count + 200:
            raise SystemExit(f"scale: {count} connections need more open files than the limit of {most}")
        with self._servers(self._small_items) as (folder, small, large):
            address = urllib.parse.urlsplit(large.url)
            idle = [socket.create_connection((address.hostname, address.port)) for _ in range(count)]
            requests = served.write_requests(folder / "g", served.get_requests(self._small_items))
            self._compare("connections", "GetItem", (small, large), [requests, requests])
            for connection in idle:
                connection.close()

    def stream(self):
        with self._servers(self._small_items) as (folder, small, large):
            for server in (small, large):
                served.enable_stream(Client(server.url))
            # The items change again and again, and are as many as before.
            for version in range(1, 1 + self._scale["stream"] // self._small_items.count):
                served.load(large.url, self._small_items, version=version)
            served.wait_until_idle(large.process.pid)
            requests = served.write_requests(folder / "g", served.get_requests(self._small_items))
            self._compare("stream", "GetItem", (small, large), [requests, requests])

    @contextlib.contextmanager
    def _servers(self, large_items, kept=None):
        """A small and a large server, with their items; `kept` is a folder that may hold them already."""
        with tempfile.TemporaryDirectory(prefix="trestle-scale-", dir=self._arguments.folder) as parent:
            folder = pathlib.Path(parent)
            large_folder = pathlib.Path(kept) if kept else folder / "large"
            self._fill(folder / "small", self._small_items)
            self._fill(large_folder, large_items)
            with self._serve(folder / "small") as small, self._serve(large_folder) as large:
                served.wait_until_idle(large.process.pid)
                yield folder, small, large

    def _fill(self, folder, items):
        if folder.exists():
            return
        # Relaxed is quicker; a clean stop keeps everything.
        with self._serve(folder, "--durability=relaxed") as server:
            client = Client(server.url)
            served.create_table(client)
            served.wait_until_active(client)
            served.load(server.url, items)
            served.wait_until_idle(server.process.pid)
            if items.count >= 1_000_000:  # fewer lie in one level
                served.wait_until_settled(folder)

    def _serve(self, folder, *options):
        return Server("--data", str(folder), *options, *self._arguments.serve_option, binary=self._arguments.binary)

    def _compare(self, case, request, servers, requests):
        measured = [[], []]
        for _ in range(self._scale["rounds"]):
            for server, file, results in zip(servers, requests, measured):
                results.append(served.replay(server.url, file, connections=self._arguments.clients,
                                             seconds=self._scale["seconds"], binary=self._arguments.binary,
                                             pid=server.process.pid))
        small, large = measured
        row = {
            "case": case,
            "request": request,
            "small_rate": served.median(result["rate"] for result in small),
            "large_rate": served.median(result["rate"] for result in large),
            "ratio": served.median(b["rate"] / a["rate"] for a, b in zip(small, large)),
            "cpu_ratio": served.median(a["server_us"] / max(b["server_us"], 0.01) for a, b in zip(small, large)),
            "large_p99_us": served.median(result["p99_us"] for result in large),
            "small_mib": served.resident_megabytes(servers[0].process.pid),
            "large_mib": served.resident_megabytes(servers[1].process.pid),
        }
        self.rows.append(row)
        print(f"{case:<12} {request:<14} {row['small_rate']:>9.0f} {row['large_rate']:>9.0f} {row['ratio']:>6.2f} "
              f"{row['cpu_ratio']:>9.2f} {row['large_p99_us']:>8.0f} {row['small_mib']:>9.1f} "
              f"{row['large_mib']:>9.1f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
