"""The table of the crash test, and random requests whose effect is known beforehand."""

import itertools
import random
import threading

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from expected_state import Effect, index_differences

TABLE = "crash"
COLORS = ["red", "green", "blue"]
KEYS = [(f"p{p}", f"s{s}") for p in range(4) for s in range(6)]
FAILED_CONDITIONS = {"ConditionalCheckFailedException", "TransactionCanceledException"}

_stamps = itertools.count(1)


def client_of(url):
    # A retry would hide the first answer, and with it what was promised.
    return boto3.client(
        "dynamodb",
        endpoint_url=url,
        region_name="us-east-1",
        aws_access_key_id="crash",
        aws_secret_access_key="test",
        config=Config(retries={"max_attempts": 0}, connect_timeout=5, read_timeout=30),
    )


def create_table(client):
    client.create_table(
        TableName=TABLE,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[
            {"AttributeName": "pk", "AttributeType": "S"},
            {"AttributeName": "sk", "AttributeType": "S"},
            {"AttributeName": "color", "AttributeType": "S"},
            {"AttributeName": "rank", "AttributeType": "N"},
        ],
        KeySchema=_key_schema("pk", "sk"),
        GlobalSecondaryIndexes=[
            {
                "IndexName": "ByColor",
                "KeySchema": _key_schema("color", "rank"),
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
        LocalSecondaryIndexes=[
            {
                "IndexName": "ByRank",
                "KeySchema": _key_schema("pk", "rank"),
                "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["stamp"]},
            }
        ],
    )
    client.get_waiter("table_exists").wait(TableName=TABLE, WaiterConfig={"Delay": 1})


def read_all(client):
    return _scan(client, ConsistentRead=True)


def read_one(client, key):
    reply = client.get_item(TableName=TABLE, Key=_key(key), ConsistentRead=True)
    return _from_wire(reply["Item"]) if "Item" in reply else None


def all_index_differences(client, items):
    by_rank = ("pk", "sk", "rank", "stamp")
    return index_differences(
        "ByColor",
        items,
        _scan(client, IndexName="ByColor"),
        lambda item: "color" in item and "rank" in item,
        dict,
    ) + index_differences(
        "ByRank",
        items,
        _scan(client, IndexName="ByRank", ConsistentRead=True),
        lambda item: "rank" in item,
        lambda item: {name: item[name] for name in by_rank},
    )


class Life:
    """The life of one server: about to end, and noticed to have ended."""

    def __init__(self):
        self.ending = threading.Event()
        self.ended = threading.Event()


class Writer:
    """Sends random requests until one gets no answer, whose keys it then keeps."""

    def __init__(self, client, expected, seed):
        self._client = client
        self._expected = expected
        self._random = random.Random(seed)
        self.answered = 0
        self.problems = []

    def run(self, life):
        while not life.ended.is_set():
            keys = self._random.sample(KEYS, self._random.choice([1, 1, 1, 2, 3]))
            if not self._expected.hold(keys, life.ended):
                return
            writes = [self._plan(key) for key in keys]
            effect = Effect(
                {key: self._expected.item(key) for key in keys},
                {write["key"]: write["item"] for write in writes},
            )
            try:
                self._send(writes, effect)
            except Exception as error:  # whatever it is, there was no answer
                if not life.ending.is_set():
                    self.problems.append(f"no answer from a living server: {error!r}")
                self._expected.leave_unanswered(effect)
                life.ended.set()
                return
            self.answered += 1
            self._expected.release(keys)

    def _send(self, writes, effect):
        """Sends the writes as one request, and notes what its answer promises."""
        holds = all(write["holds"] for write in writes)
        try:
            self._call(writes)
        except ClientError as error:
            if error.response["Error"]["Code"] not in FAILED_CONDITIONS:
                raise
            if holds:
                self.problems.append(f"refused although its condition held: {error}, {writes}")
            return
        if not holds:
            self.problems.append(f"accepted although its condition failed: {writes}")
        self._expected.acknowledge(effect)

    def _plan(self, key):
        """One write: what to send, what comes of it, and whether its condition holds."""
        now = self._expected.item(key)
        kind = self._random.choice(["put", "put", "update", "update", "delete"])
        holds = self._random.random() < 0.9
        if kind == "delete":
            return {"kind": kind, "key": key, "item": None, "holds": True}
        if kind == "put":
            return {"kind": kind, "key": key, "item": self._new_item(key), "holds": True}
        stamp = (now["stamp"] if now else 0) if holds else -1
        return {"kind": kind, "key": key, "item": self._new_item(key), "stamp": stamp, "holds": holds}

    def _new_item(self, key):
        item = {"pk": key[0], "sk": key[1], "stamp": next(_stamps)}
        if self._random.random() < 0.8:
            item["color"] = self._random.choice(COLORS)
        if self._random.random() < 0.8:
            item["rank"] = self._random.randrange(-5, 5)
        return item

    def _call(self, writes):
        requests = [_request(write) for write in writes]
        if len(requests) > 1:
            self._client.transact_write_items(TransactItems=requests)
            return
        ((operation, arguments),) = requests[0].items()
        send = {
            "Put": self._client.put_item,
            "Update": self._client.update_item,
            "Delete": self._client.delete_item,
        }[operation]
        send(**arguments)


class Reader:
    """Reads items while they change, to learn what clients were shown."""

    def __init__(self, client, expected, seed):
        self._client = client
        self._expected = expected
        self._random = random.Random(seed)

    def run(self, life):
        while not life.ended.is_set():
            key = self._random.choice(KEYS)
            try:
                item = read_one(self._client, key)
            except (BotoCoreError, ClientError):
                return
            if item:
                self._expected.note_seen(key, item["stamp"])


def _request(write):
    if write["kind"] == "delete":
        return {"Delete": {"TableName": TABLE, "Key": _key(write["key"])}}
    if write["kind"] == "put":
        return {"Put": {"TableName": TABLE, "Item": _to_wire(write["item"])}}
    new = _to_wire(write["item"])
    names = ["stamp", "color", "rank"]
    sets = ", ".join(f"#{name} = :{name}" for name in names if name in new)
    removes = ", ".join(f"#{name}" for name in names if name not in new)
    values = {f":{name}": new[name] for name in names if name in new}
    condition = "attribute_not_exists(pk)"
    if write["stamp"] != 0:
        condition = "#stamp = :old"
        values[":old"] = {"N": str(write["stamp"])}
    return {
        "Update": {
            "TableName": TABLE,
            "Key": _key(write["key"]),
            "UpdateExpression": f"SET {sets}" + (f" REMOVE {removes}" if removes else ""),
            "ConditionExpression": condition,
            "ExpressionAttributeNames": {f"#{name}": name for name in names},
            "ExpressionAttributeValues": values,
        }
    }


def _scan(client, **arguments):
    found = {}
    for page in client.get_paginator("scan").paginate(TableName=TABLE, **arguments):
        for wire in page["Items"]:
            item = _from_wire(wire)
            key = (item["pk"], item["sk"])
            if key in found:
                raise AssertionError(f"the scan shows {key} twice")
            found[key] = item
    return found


def _key_schema(partition, sort):
    return [
        {"AttributeName": partition, "KeyType": "HASH"},
        {"AttributeName": sort, "KeyType": "RANGE"},
    ]


def _key(key):
    return {"pk": {"S": key[0]}, "sk": {"S": key[1]}}


def _to_wire(item):
    return {
        name: {"N": str(value)} if isinstance(value, int) else {"S": value}
        for name, value in item.items()
    }


def _from_wire(wire):
    return {
        name: int(value["N"]) if "N" in value else value["S"] for name, value in wire.items()
    }
