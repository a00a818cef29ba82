"""Clients of the crash test: random requests whose effect is known beforehand, and readers."""

import itertools
import random
import threading

from crash_table import (COLORS, KEYS, TABLE, query, read_one, read_some, to_key, to_wire)
from expected_state import Effect
from harness.dynamo import NoAnswer, Refused

FAILED_CONDITIONS = {"ConditionalCheckFailedException", "TransactionCanceledException"}
OPERATIONS = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem"}

_stamps = itertools.count(1)


class Life:
    """The life of one server: about to end, and noticed to have ended."""

    def __init__(self):
        self.ending = threading.Event()
        self.ended = threading.Event()


class Writer:
    """Sends random requests until one gets no answer, whose keys it then keeps."""

    def __init__(self, client, expected, counters, seed, heavy=False):
        self._client = client
        self._expected = expected
        self._counters = counters
        self._random = random.Random(seed)
        self._heavy = heavy
        self.answered = 0
        self.problems = []

    def run(self, life):
        while not life.ended.is_set():
            if not self._one_request(life):
                return
            self.answered += 1

    def _one_request(self, life):
        """False once there is no answer."""
        try:
            if self._random.random() < 0.2:
                self._counters.change(self._client, self._random)
                return True
            return self._write(life)
        except Exception as error:  # whatever it is, there was no answer
            if not life.ending.is_set() or not isinstance(error, NoAnswer):
                self.problems.append(f"no answer from a living server: {error!r}")
            life.ended.set()
            return False

    def _write(self, life):
        batch = self._random.random() < 0.1
        keys = self._random.sample(KEYS, self._random.randint(2, 10) if batch else self._random.choice([1, 1, 1, 2, 3]))
        if not self._expected.hold(keys, life.ended):
            return False
        writes = [self._plan(key, batch) for key in keys]
        # Each item of a batch is a write of its own; the items of anything else stand or fall together.
        effects = [self._effect([write]) for write in writes] if batch else [self._effect(writes)]
        try:
            self._send(writes, effects, batch)
        except Exception:
            for effect in effects:
                self._expected.leave_unanswered(effect)
            raise
        self._expected.release(keys)
        return True

    def _effect(self, writes):
        return Effect(
            {write["key"]: self._expected.item(write["key"]) for write in writes},
            {write["key"]: write["item"] for write in writes},
        )

    def _send(self, writes, effects, batch):
        """Sends the writes as one request, and notes what its answer promises."""
        holds = all(write["holds"] for write in writes)
        try:
            self._call(writes, batch)
        except Refused as refused:
            if refused.code not in FAILED_CONDITIONS:
                raise
            if holds:
                self.problems.append(f"refused although its condition held: {refused}, {writes}")
            return
        if not holds:
            self.problems.append(f"accepted although its condition failed: {writes}")
        for effect in effects:
            self._expected.acknowledge(effect)

    def _plan(self, key, batch):
        """One write: what to send, what comes of it, and whether its condition holds."""
        now = self._expected.item(key)
        kind = self._random.choice(["put", "put", "delete"] if batch else ["put", "put", "update", "update", "delete"])
        if kind == "delete":
            return {"kind": kind, "key": key, "item": None, "holds": True}
        if kind == "put":
            return {"kind": kind, "key": key, "item": self._new_item(key), "holds": True}
        holds = self._random.random() < 0.9
        stamp = (now["stamp"] if now else 0) if holds else -1
        return {"kind": kind, "key": key, "item": self._new_item(key), "stamp": stamp, "holds": holds}

    def _new_item(self, key):
        item = {"pk": key[0], "sk": key[1], "stamp": next(_stamps)}
        if self._random.random() < 0.8:
            item["color"] = self._random.choice(COLORS)
        if self._random.random() < 0.8:
            item["rank"] = self._random.randrange(-5, 5)
        if self._random.random() < (0.5 if self._heavy else 0.01):
            item["blob"] = f"{item['stamp']}." * self._random.randrange(10_000)
        return item

    def _call(self, writes, batch):
        if batch:
            wanted = {TABLE: [_batched(write) for write in writes]}
            while wanted:
                wanted = self._client.call("BatchWriteItem", {"RequestItems": wanted})["UnprocessedItems"]
            return
        requests = [_request(write) for write in writes]
        if len(requests) > 1:
            self._client.call("TransactWriteItems", {"TransactItems": requests})
            return
        ((operation, arguments),) = requests[0].items()
        self._client.call(OPERATIONS[operation], arguments)


class Reader:
    """Reads items while they change, to learn what clients were shown."""

    def __init__(self, client, expected, counters, seed):
        self._client = client
        self._expected = expected
        self._counters = counters
        self._random = random.Random(seed)
        self.problems = []

    def run(self, life):
        reads = [self._one, self._one, self._some, self._partition, self._color, self._count]
        while not life.ended.is_set():
            try:
                self._random.choice(reads)()
            except NoAnswer:
                return
            except Refused as refused:
                self.problems.append(f"a read was refused: {refused}")
                return

    def _one(self):
        key = self._random.choice(KEYS)
        before = self._expected.item(key)
        self._note(key, before, read_one(self._client, key))

    def _some(self):
        keys = self._random.sample(KEYS, 20)
        before = {key: self._expected.item(key) for key in keys}
        found = read_some(self._client, keys)
        for key in keys:
            self._note(key, before[key], found.get(key))

    def _partition(self):
        self._shown(KeyConditionExpression="pk = :p",
                    ExpressionAttributeValues={":p": {"S": self._random.choice(KEYS)[0]}})

    def _color(self):
        self._shown(IndexName="ByColor", KeyConditionExpression="color = :c",
                    ExpressionAttributeValues={":c": {"S": self._random.choice(COLORS)}})

    def _count(self):
        self.problems += self._counters.read(self._client)

    def _shown(self, **arguments):
        for key, item in query(self._client, Limit=50, **arguments).items():
            self._expected.note_seen(key, item["stamp"])

    def _note(self, key, acknowledged, item):
        if item is None:
            if acknowledged:
                self._expected.note_seen_gone(key, acknowledged["stamp"])
            return
        self._expected.note_seen(key, item["stamp"])
        if acknowledged and item["stamp"] < acknowledged["stamp"]:
            self.problems.append(f"{key}: acknowledged {acknowledged['stamp']}, then read {item['stamp']}")


def _batched(write):
    if write["item"] is None:
        return {"DeleteRequest": {"Key": to_key(write["key"])}}
    return {"PutRequest": {"Item": to_wire(write["item"])}}


def _request(write):
    if write["kind"] == "delete":
        return {"Delete": {"TableName": TABLE, "Key": to_key(write["key"])}}
    if write["kind"] == "put":
        return {"Put": {"TableName": TABLE, "Item": to_wire(write["item"])}}
    new = to_wire(write["item"])
    names = ["stamp", "color", "rank", "blob"]
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
            "Key": to_key(write["key"]),
            "UpdateExpression": f"SET {sets}" + (f" REMOVE {removes}" if removes else ""),
            "ConditionExpression": condition,
            "ExpressionAttributeNames": {f"#{name}": name for name in names},
            "ExpressionAttributeValues": values,
        }
    }
