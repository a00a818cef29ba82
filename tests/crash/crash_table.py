"""The table of the crash test: how its items look on the wire, and how all of it is read."""

from expected_state import index_differences

TABLE = "crash"
COLORS = ["red", "green", "blue"]
KEYS = [(f"p{p:02}", f"s{s:02}") for p in range(16) for s in range(60)]
BY_RANK = ("pk", "sk", "rank", "stamp")


def create_table(client):
    client.call(
        "CreateTable",
        {
            "TableName": TABLE,
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [
                {"AttributeName": name, "AttributeType": "N" if name == "rank" else "S"}
                for name in ("pk", "sk", "color", "rank")
            ],
            "KeySchema": _key_schema("pk", "sk"),
            "GlobalSecondaryIndexes": [
                {
                    "IndexName": "ByColor",
                    "KeySchema": _key_schema("color", "rank"),
                    "Projection": {"ProjectionType": "ALL"},
                }
            ],
            "LocalSecondaryIndexes": [
                {
                    "IndexName": "ByRank",
                    "KeySchema": _key_schema("pk", "rank"),
                    "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["stamp"]},
                }
            ],
        },
    )


def read_all(client):
    return scan(client, ConsistentRead=True)


def read_one(client, key):
    reply = client.call("GetItem", {"TableName": TABLE, "Key": to_key(key), "ConsistentRead": True})
    return from_wire(reply["Item"]) if "Item" in reply else None


def read_some(client, keys):
    """key -> item of those that are there; a reply holds only so many bytes."""
    found, wanted = {}, {TABLE: {"Keys": [to_key(key) for key in keys], "ConsistentRead": True}}
    while wanted:
        reply = client.call("BatchGetItem", {"RequestItems": wanted})
        found |= _by_key(reply["Responses"].get(TABLE, []))
        wanted = reply["UnprocessedKeys"]
    return found


def query(client, **arguments):
    """key -> item of the first page."""
    return _by_key(client.call("Query", {"TableName": TABLE, **arguments})["Items"])


def scan(client, **arguments):
    found, page = {}, {}
    while True:
        reply = client.call("Scan", {"TableName": TABLE, **arguments, **page})
        for key, item in _by_key(reply["Items"]).items():
            if key in found:
                raise AssertionError(f"the scan shows {key} twice")
            found[key] = item
        if "LastEvaluatedKey" not in reply:
            return found
        page = {"ExclusiveStartKey": reply["LastEvaluatedKey"]}


def contradictions(client, items):
    """One line for each way in which another look at the table disagrees with its items."""
    indexes = {
        "ByColor": scan(client, IndexName="ByColor"),
        "ByRank": scan(client, IndexName="ByRank", ConsistentRead=True),
    }
    found = index_differences(
        "ByColor", items, indexes["ByColor"], lambda item: "color" in item and "rank" in item, dict
    ) + index_differences(
        "ByRank",
        items,
        indexes["ByRank"],
        lambda item: "rank" in item,
        lambda item: {name: item[name] for name in BY_RANK},
    )
    return found + _count_differences(client, items, indexes) + _read_differences(client, items)


def _count_differences(client, items, indexes):
    table = client.call("DescribeTable", {"TableName": TABLE})["Table"]
    described = {TABLE: table["ItemCount"]}
    for index in table["GlobalSecondaryIndexes"] + table["LocalSecondaryIndexes"]:
        described[index["IndexName"]] = index["ItemCount"]
    counted = {TABLE: len(items)} | {name: len(entries) for name, entries in indexes.items()}
    return [
        f"{name}: {count} items counted, {counted[name]} found"
        for name, count in described.items()
        if count != counted[name]
    ]


def _read_differences(client, items):
    found = []
    for first in range(0, len(KEYS), 100):
        keys = KEYS[first : first + 100]
        read = read_some(client, keys)
        found += [
            f"{key}: the scan shows {items.get(key)}, BatchGetItem {read.get(key)}"
            for key in keys
            if read.get(key) != items.get(key)
        ]
    return found


def to_key(key):
    return {"pk": {"S": key[0]}, "sk": {"S": key[1]}}


def to_wire(item):
    return {
        name: {"N": str(value)} if isinstance(value, int) else {"S": value}
        for name, value in item.items()
    }


def from_wire(wire):
    return {
        name: int(value["N"]) if "N" in value else value["S"] for name, value in wire.items()
    }


def _by_key(wires):
    items = [from_wire(wire) for wire in wires]
    return {(item["pk"], item["sk"]): item for item in items}


def _key_schema(partition, sort):
    return [
        {"AttributeName": partition, "KeyType": "HASH"},
        {"AttributeName": sort, "KeyType": "RANGE"},
    ]
