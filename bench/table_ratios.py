"""What tables of one server cost beside a plain one: the same puts in turn, round by round, every one a change.

`main` serves strictly and from memory, has `prepare` make the tables of each server, and prints for each table the
medians of rates, of processor time, and of their ratios to the table "plain" in the same round.
"""

import argparse
import pathlib
import statistics
import tempfile

import served
from served import Client, Server


def main(description, prepare):
    """prepare(client, url, folder) makes the tables and gives {table: file of requests}. The rows of the report."""
    arguments = parse_arguments(description)
    print(f"{'mode':<8} {'table':<8} {'puts/s':>8} {'ratio':>6} {'cpu us':>7} {'cpu ratio':>9}", flush=True)
    rows = []
    for mode in ["strict", "memory"]:
        with tempfile.TemporaryDirectory(prefix="trestle-tables-", dir=arguments.folder) as parent:
            rows += measure(arguments, mode, pathlib.Path(parent), prepare)
    served.write_json(arguments.json, rows)
    return rows


def parse_arguments(description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", help="the server, if not the release")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", help="where data is kept meanwhile: a disk, not tmpfs")
    parser.add_argument("--json", help="a file for the results")
    return parser.parse_args()


def measure(arguments, mode, folder, prepare):
    where = ["--memory"] if mode == "memory" else ["--data", str(folder / "data")]
    with Server(*where, binary=arguments.binary) as server:
        requests = prepare(Client(server.url), server.url, folder)
        results = {table: [] for table in requests}
        for _ in range(arguments.rounds):
            for table, file in requests.items():
                results[table].append(served.replay(server.url, file, connections=arguments.clients,
                                                    seconds=arguments.seconds, binary=arguments.binary,
                                                    pid=server.process.pid))
    return [report(mode, table, results) for table in results]


def report(mode, table, results):
    def median_ratio(member):
        return statistics.median(one[member] / plain[member] for one, plain in zip(results[table], results["plain"]))

    row = {
        "mode": mode,
        "table": table,
        "rate": statistics.median(one["rate"] for one in results[table]),
        "ratio": round(median_ratio("rate"), 3),
        "cpu_us": statistics.median(one["server_us"] for one in results[table]),
        "cpu_ratio": round(median_ratio("server_us"), 3),
    }
    print(f"{mode:<8} {table:<8} {row['rate']:>8.0f} {row['ratio']:>6.2f} {row['cpu_us']:>7.1f} {row['cpu_ratio']:>9.2f}",
          flush=True)
    return row
