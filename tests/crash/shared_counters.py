"""Items that all writers of the crash test change at the same time, without knowing of each other.

Counters are incremented one by one: after a crash each is at least what any client was told, and at
most that and the increments without an answer. Accounts get what others lose, in transactions: their
sum is always zero.
"""

import threading

from harness.dynamo import Refused

TABLE = "counters"
COUNTERS = [f"counter{n}" for n in range(6)]
ACCOUNTS = [f"account{n}" for n in range(6)]


class SharedCounters:
    def __init__(self):
        self._guard = threading.Lock()
        self._begun = dict.fromkeys(COUNTERS, 0)  # increments sent since the last settle
        self._least = dict.fromkeys(COUNTERS, 0)  # what the counter must be at least
        self._settled = dict.fromkeys(COUNTERS, 0)
        self._told = set()  # (counter, value) of each answer

    def create_table(self, client):
        client.call(
            "CreateTable",
            {
                "TableName": TABLE,
                "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            },
        )

    def change(self, client, random):
        if random.random() < 0.5:
            self._transfer(client, random)
        else:
            self._increment(client, random.choice(COUNTERS))

    def read(self, client):
        """Reads all while they change; one line for each broken promise."""
        with self._guard:
            least = dict(self._least)
        values = self._values(client)
        with self._guard:
            for name in COUNTERS:
                self._least[name] = max(self._least[name], values[name])
        return _fallen(least, values) + _halves(values)

    def contradictions(self, client):
        return _halves(self._values(client))

    def differences(self, client):
        """After a crash: one line for each broken promise."""
        values = self._values(client)
        found = _fallen(self._least, values)
        for name in COUNTERS:
            most = self._settled[name] + self._begun[name]
            if values[name] > most:
                found.append(f"{name} is {values[name]}, of {most} increments that were ever sent")
        return found

    def settle(self, client):
        """Takes what is there, which keeps every promise, for what is known from now on."""
        values = self._values(client)
        self._least = {name: values[name] for name in COUNTERS}
        self._settled = dict(self._least)
        self._begun = dict.fromkeys(COUNTERS, 0)
        self._told = set()

    def _values(self, client):
        names = COUNTERS + ACCOUNTS
        gets = [{"Get": {"TableName": TABLE, "Key": {"id": {"S": name}}}} for name in names]
        replies = client.call("TransactGetItems", {"TransactItems": gets})["Responses"]
        return {
            name: int(reply["Item"]["n"]["N"]) if "Item" in reply else 0
            for name, reply in zip(names, replies)
        }

    def _increment(self, client, name):
        with self._guard:
            self._begun[name] += 1
        reply = client.call("UpdateItem", _add(name, 1) | {"ReturnValues": "UPDATED_NEW"})
        value = int(reply["Attributes"]["n"]["N"])
        with self._guard:
            if (name, value) in self._told:
                raise AssertionError(f"two increments of {name} were both told {value}")
            self._told.add((name, value))
            self._least[name] = max(self._least[name], value)

    def _transfer(self, client, random):
        giver, taker = random.sample(ACCOUNTS, 2)
        updates = [{"Update": _add(giver, -1)}, {"Update": _add(taker, 1)}]
        try:
            client.call("TransactWriteItems", {"TransactItems": updates})
        except Refused as refused:
            if "TransactionConflict" not in str(refused.reply):
                raise


def _fallen(least, values):
    return [f"{name} was {least[name]}, and is {values[name]}" for name in COUNTERS if values[name] < least[name]]


def _halves(values):
    balanced = sum(values[name] for name in ACCOUNTS) == 0
    return [] if balanced else [f"half of a transaction happened: {values}"]


def _add(name, change):
    return {
        "TableName": TABLE,
        "Key": {"id": {"S": name}},
        "UpdateExpression": "ADD n :change",
        "ExpressionAttributeValues": {":change": {"N": str(change)}},
    }
