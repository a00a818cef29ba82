#!/usr/bin/python3
"""Measures how long a server takes from exec to its first answer, and what it needs while idle.

  memory        with --memory
  empty         on a new folder
  stopped       on a folder of --gigabytes, after a clean stop
  killed        the same, after kill -9 with a log that is almost as long as it gets
  killed idle   the same, killed after a few idle seconds

The folder is made first, which takes a minute, or taken from --data. Minimum and median of the trials.
"""

import argparse
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import served
from served import Client, Items, Server, request_of

LIST_TABLES = request_of("ListTables", {})
ITEM_BYTES_ON_DISK = 430  # of an item and its index entry, compressed


def main():
    arguments = parse_arguments()
    with tempfile.TemporaryDirectory(prefix="trestle-start-", dir=arguments.folder) as parent:
        bench = Bench(arguments, pathlib.Path(parent))
        bench.run()
    served.write_json(arguments.json, bench.rows)
    return 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="the server, if not the release")
    parser.add_argument("--gigabytes", type=float, default=1.0)
    parser.add_argument("--log-items", type=int, default=55_000, help="items in the log of the killed server")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--idle", type=float, default=1.0, help="seconds until memory is looked at")
    parser.add_argument("--data", help="a folder that was made before; it is not changed")
    parser.add_argument("--folder", help="where folders are made: a disk, not tmpfs")
    parser.add_argument("--json", help="a file for the results")
    return parser.parse_args()


class Bench:
    def __init__(self, arguments, folder):
        self._arguments = arguments
        self._binary = str(served.binary_of(arguments.binary))
        self._folder = folder
        self.rows = []

    def run(self):
        stripped = self._folder / "stripped"
        subprocess.run(["strip", "-o", stripped, self._binary], check=True)
        print(f"stripped program: {stripped.stat().st_size / 2**20:.2f} MiB", flush=True)
        self.rows.append({"case": "program", "stripped_bytes": stripped.stat().st_size})
        print(f"{'case':<12} {'min ms':>8} {'median ms':>10} {'idle MiB':>9}  folder", flush=True)
        self._measure("memory", lambda: ["--memory"])
        self._measure("empty", lambda: ["--data", self._fresh("empty")])
        stopped = self._large()
        self._measure("stopped", lambda: ["--data", self._copied(stopped)], stopped)
        for case, idle in [("killed", 0), ("killed idle", 5)]:
            killed = self._killed(stopped, idle)
            self._measure(case, lambda: ["--data", self._copied(killed)], killed)

    def _measure(self, case, options, folder=None):
        trials = [self._start(options()) for _ in range(self._arguments.rounds)]
        row = {
            "case": case,
            "min_ms": min(trial[0] for trial in trials),
            "median_ms": served.median(trial[0] for trial in trials),
            "idle_mib": served.median(trial[1] for trial in trials),
            "folder_bytes": served.folder_bytes(folder) if folder else 0,
            "log_bytes": sum(path.stat().st_size for path in folder.glob("*.log")) if folder else 0,
        }
        self.rows.append(row)
        print(f"{case:<12} {row['min_ms']:>8.1f} {row['median_ms']:>10.1f} {row['idle_mib']:>9.1f}  "
              f"{row['folder_bytes'] / 1e9:.2f} GB, log {row['log_bytes'] / 1e6:.1f} MB", flush=True)

    def _start(self, options):
        """Milliseconds from exec to the first answer, and resident MiB a little later."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        begin = time.perf_counter()
        process = subprocess.Popen([self._binary, "serve", "--port", str(port), *map(str, options)],
                                   stdout=subprocess.DEVNULL)
        try:
            client = self._connected(process, port)
            client.exchange(LIST_TABLES)
            took = (time.perf_counter() - begin) * 1000
            client.close()
            time.sleep(self._arguments.idle)
            return took, served.resident_megabytes(process.pid)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()

    def _connected(self, process, port):
        while process.poll() is None:
            with contextlib.suppress(served.NoAnswer):
                return Client(f"http://127.0.0.1:{port}")
            time.sleep(0.0002)
        raise SystemExit("startup: the server did not start")

    def _large(self):
        """A folder of the wanted size, cleanly stopped."""
        if self._arguments.data:
            return pathlib.Path(self._arguments.data)
        folder = self._folder / "large"
        items = Items(int(self._arguments.gigabytes * 1e9 / ITEM_BYTES_ON_DISK) // 100 * 100)
        with Server("--data", str(folder), "--durability=relaxed", binary=self._binary) as server:
            client = Client(server.url)
            served.create_table(client)
            served.wait_until_active(client)
            served.load(server.url, items)
            served.wait_until_idle(server.process.pid)
        return folder

    def _killed(self, stopped, idle):
        folder = self._copied(stopped, f"killed{idle}")
        server = Server("--data", str(folder), "--durability=relaxed", binary=self._binary)
        served.load(server.url, Items(self._arguments.log_items), first=1_000_000_000)
        time.sleep(max(idle, 0.3))
        server.kill()
        return folder

    def _fresh(self, name):
        shutil.rmtree(self._folder / name, ignore_errors=True)
        return self._folder / name

    def _copied(self, folder, name="trial"):
        """A copy that shares the table files, which never change."""
        copy = self._fresh(name)
        copy.mkdir()
        for path in folder.iterdir():
            if path.suffix == ".sst":
                os.link(path, copy / path.name)
            else:
                shutil.copy(path, copy / path.name)
        return copy


if __name__ == "__main__":
    sys.exit(main())
