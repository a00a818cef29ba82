"""Random writes by every API that writes, each with what comes of it."""

import copy
import dataclasses

TABLE = "model"
PARTITIONS, PLACES = 6, 8
COLORS = ["red", "green", "blue"]
WORDS = ["a", "b", "c", "d"]


@dataclasses.dataclass
class Write:
    operation: str
    body: dict
    changes: list  # (key, item or None)
    refusal: str | None = None  # the error that it must get; then nothing changes
    together: bool = True  # else each change stands for itself


class Writes:
    def __init__(self, random):
        self._random = random

    def next(self, items, now):
        """A write to a table that holds `items`, at this time."""
        self._items, self._now = items, now
        kinds = [self._put, self._put, self._put_new, self._update, self._update, self._update, self._delete, self._batch,
                 self._transaction, self._insert, self._statement, self._statements, self._statement_transaction]
        return self._random.choice(kinds)()

    # One item at a time.

    def _put(self):
        key = self._key()
        item = self._item(key)
        return Write("PutItem", {"TableName": TABLE, "Item": item}, [(key, item)])

    def _put_new(self):
        key = self._key()
        item = self._item(key)
        body = {"TableName": TABLE, "Item": item, "ConditionExpression": "attribute_not_exists(pk)"}
        return Write("PutItem", body, [(key, item)], "ConditionalCheckFailedException" if key in self._items else None)

    def _update(self):
        key = self._key()
        update, after = self._update_of(key)
        return Write("UpdateItem", {"TableName": TABLE, "Key": wire_key(key), **update}, [(key, after)])

    def _delete(self):
        key = self._key()
        return Write("DeleteItem", {"TableName": TABLE, "Key": wire_key(key)}, [(key, None)])

    # Several.

    def _batch(self):
        changes, requests = [], []
        for key in self._keys(8):
            item = self._item(key) if self._random.random() < 0.7 else None
            changes.append((key, item))
            requests.append({"PutRequest": {"Item": item}} if item else {"DeleteRequest": {"Key": wire_key(key)}})
        return Write("BatchWriteItem", {"RequestItems": {TABLE: requests}}, changes, together=False)

    def _transaction(self):
        changes, actions, holds = [], [], True
        for key in self._keys(5):
            kind = self._random.choice(["Put", "Update", "Delete", "ConditionCheck"])
            after, action = self._items.get(key), {"TableName": TABLE}
            if kind == "Put":
                after = action["Item"] = self._item(key)
            else:
                action["Key"] = wire_key(key)
            if kind == "Update":
                update, after = self._update_of(key)
                action |= update
            if kind == "Delete":
                after = None
            if kind == "ConditionCheck":
                there = self._random.random() < 0.95
                action["ConditionExpression"] = ("attribute_exists(pk)" if there == (key in self._items) else "attribute_not_exists(pk)")
                holds = holds and there
            changes.append((key, after))
            actions.append({kind: action})
        body = {"TransactItems": actions}
        if self._random.random() < 0.3:
            body["ClientRequestToken"] = f"{self._random.getrandbits(64):x}"
        return Write("TransactWriteItems", body, changes, None if holds else "TransactionCanceledException")

    # PartiQL.

    def _insert(self):
        key = self._key()
        item = self._item(key)
        members = ", ".join(f"'{name}': ?" for name in item)
        body = {"Statement": f'INSERT INTO "{TABLE}" VALUE {{{members}}}', "Parameters": list(item.values())}
        return Write("ExecuteStatement", body, [(key, item)], "DuplicateItemException" if key in self._items else None)

    def _statement(self):
        key = self._key()
        body, after = self._statement_of(key)
        refusal = "ConditionalCheckFailedException" if key not in self._items and after is not None else None
        return Write("ExecuteStatement", body, [(key, after)], refusal)

    def _statements(self):
        changes, statements = [], []
        for key in self._keys(5):
            body, after = self._statement_of(key)
            statements.append(body)
            if key in self._items:
                changes.append((key, after))
        return Write("BatchExecuteStatement", {"Statements": statements}, changes, together=False)

    def _statement_transaction(self):
        keys = [key for key in self._keys(4) if key in self._items]
        if not keys:
            return self._put()
        made = [(key, *self._statement_of(key)) for key in keys]
        return Write("ExecuteTransaction", {"TransactStatements": [body for _, body, _ in made]},
                     [(key, after) for key, _, after in made])

    def _statement_of(self, key):
        where = [{"S": key[0]}, {"N": str(key[1])}]
        if self._random.random() < 0.3:
            return {"Statement": f'DELETE FROM "{TABLE}" WHERE pk = ? AND sk = ?', "Parameters": where}, None
        after = copy.deepcopy(self._items.get(key, wire_key(key)))
        after["v"] = {"N": str(self._random.randrange(1000))}
        after["color"] = {"S": self._random.choice(COLORS)}
        clauses = 'SET v = ? SET color = ?'
        if "blob" in after and self._random.random() < 0.5:
            del after["blob"]
            clauses += " REMOVE blob"
        return {"Statement": f'UPDATE "{TABLE}" {clauses} WHERE pk = ? AND sk = ?',
                "Parameters": [after["v"], after["color"], *where]}, after

    # Parts.

    def _key(self):
        return f"p{self._random.randrange(PARTITIONS)}", self._random.randrange(PLACES)

    def _keys(self, most):
        return sorted({self._key() for _ in range(self._random.randint(1, most))})

    def _item(self, key):
        item = wire_key(key) | {"v": {"N": str(self._random.randrange(1000))}}
        if self._random.random() < 0.7:
            item["color"] = {"S": self._random.choice(COLORS)}
        if self._random.random() < 0.3:
            item["tags"] = {"SS": sorted(self._random.sample(WORDS, self._random.randint(1, 3)))}
        if self._random.random() < 0.3:
            item["m"] = {"M": {"x": {"N": "1"}, "l": {"L": [{"BOOL": True}, {"NULL": True}, {"B": "aGk="}]}}}
        if self._random.random() < 0.05:
            item["blob"] = {"S": "x" * self._random.randrange(20_000)}
        if self._random.random() < 0.3:
            item["ttl"] = self._ttl()
        return item

    def _ttl(self):
        if self._random.random() < 0.1:
            return {"S": "never"}
        return {"N": str(self._now // 1000 + self._random.choice([2, 60, 600, 7200, 200_000]))}

    def _update_of(self, key):
        """The members of an UpdateItem, and the item that comes of it."""
        after = copy.deepcopy(self._items.get(key, wire_key(key)))
        parts, values = {"SET": [], "ADD": [], "REMOVE": [], "DELETE": []}, {}
        for name in self._random.sample(["v", "n", "tags", "color", "ttl", "m"], self._random.randint(1, 3)):
            getattr(self, f"_update_{name}")(after, parts, values)
        text = " ".join(f"{word} {', '.join(clauses)}" for word, clauses in parts.items() if clauses)
        if key not in self._items and not parts["SET"] and not parts["ADD"]:
            after = None  # to take away is not to make
        names = {f"#{name}": name for name in ("ttl",) if f"#{name}" in text}
        return {"UpdateExpression": text} | ({"ExpressionAttributeValues": values} if values else {}) | (
            {"ExpressionAttributeNames": names} if names else {}), after

    def _update_v(self, after, parts, values):
        values |= {":zero": {"N": "0"}, ":by": {"N": str(self._random.randrange(-5, 5))}}
        parts["SET"].append("v = if_not_exists(v, :zero) + :by")
        after["v"] = _sum(after.get("v"), values[":by"])

    def _update_n(self, after, parts, values):
        values[":n"] = {"N": str(self._random.randrange(-5, 5))}
        parts["ADD"].append("n :n")
        after["n"] = _sum(after.get("n"), values[":n"])

    def _update_tags(self, after, parts, values):
        words = set(self._random.sample(WORDS, 2))
        values[":tags"] = {"SS": sorted(words)}
        add = self._random.random() < 0.6
        parts["ADD" if add else "DELETE"].append("tags :tags")
        now = set(after.get("tags", {"SS": []})["SS"])
        left = now | words if add else now - words
        after.pop("tags", None)
        if left:
            after["tags"] = {"SS": sorted(left)}

    def _update_color(self, after, parts, values):
        if self._random.random() < 0.3:
            parts["REMOVE"].append("color")
            after.pop("color", None)
            return
        after["color"] = values[":color"] = {"S": self._random.choice(COLORS)}
        parts["SET"].append("color = :color")

    def _update_ttl(self, after, parts, values):
        if self._random.random() < 0.5:
            parts["REMOVE"].append("#ttl")
            after.pop("ttl", None)
            return
        after["ttl"] = values[":ttl"] = self._ttl()
        parts["SET"].append("#ttl = :ttl")

    def _update_m(self, after, parts, values):
        if "m" in after:
            values[":x"] = {"N": str(self._random.randrange(100))}
            parts["SET"].append("m.x = :x")
            after["m"]["M"]["x"] = values[":x"]
        else:
            after["m"] = values[":m"] = {"M": {"x": {"N": "7"}}}
            parts["SET"].append("m = :m")


def wire_key(key):
    return {"pk": {"S": key[0]}, "sk": {"N": str(key[1])}}


def key_of(item):
    return item["pk"]["S"], int(item["sk"]["N"])


def _sum(number, by):
    return {"N": str(int(number["N"] if number else 0) + int(by["N"]))}
