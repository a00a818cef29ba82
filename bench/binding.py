#!/usr/bin/python3
"""Measures what a bound model adds to a put.

Two tables of one server hold the same items, which carry all their keys; one of them is bound in mode enforce, so the
server finds out their entity, checks nine attributes and derives four keys. Both get the same puts in turn, round by
round, every one a change; what counts is the ratio to the unbound table of the same round. It may be 1.25 at most.
"""

import json
import sys
import urllib.request

import served
import table_ratios
from served import Items

COUNT = 40_000
MOST = 1.25
MODEL = """format = 1
model = "bound"
version = 1
[tables.bound]
partition_key = "pk"
sort_key = "sk"
[tables.bound.indexes.gsi]
partition_key = "gpk"
sort_key = "gsk"
[entities.Order]
table = "bound"
pk = "customer#{Customer}"
sk = "order#{Number:pad(8)}"
gpk = { template = "status#{Status}", when = "active = true" }
gsk = "{Number:pad(8)}"
[entities.Order.attributes]
Customer = "string"
Number = { type = "integer", min = 0 }
Status = { type = "string", max_length = 20 }
cnt = "integer"
price = { type = "decimal", min = 0 }
active = "boolean"
tags = "string_set"
address = "map"
data = { type = "string", min_length = 1 }
"""


class Orders(Items):
    """The usual items, with what their keys are made of."""

    def json(self, number, version=0):
        item = json.loads(super().json(number, version))
        partition, place = divmod(number, self.in_partition)
        status = f"{number // 20:06d}"
        item |= {"EntityType": {"S": "Order"}, "Customer": {"S": f"{partition:08d}"}, "Number": {"N": str(place)},
                 "Status": {"S": status}, "gpk": {"S": f"status#{status}"}, "gsk": {"S": f"{place:08d}"}}
        return json.dumps(item)


def bind(url):
    body = json.dumps({"text": MODEL, "file": "bound.trestle.toml", "mode": "enforce"}).encode()
    request = urllib.request.Request(f"{url}/_trestle/models", body, method="PUT")
    with urllib.request.urlopen(request) as reply:
        assert json.load(reply)["tables"][0]["bound"]


def prepare(client, url, folder):
    items = Orders(COUNT)
    requests = {}
    for table in ["plain", "bound"]:
        served.create_table(client, table)
        served.wait_until_active(client, table)
        puts = served.put_requests(items, 0, COUNT, versions=2, table=table)
        requests[table] = served.write_requests(folder / table, puts)
    bind(url)
    return requests


if __name__ == "__main__":
    sys.exit(any(row["cpu_ratio"] > MOST for row in table_ratios.main(__doc__, prepare)))
