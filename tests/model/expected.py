"""What a table must hold, what its stream must tell, and what it held at past instants."""

import copy
import dataclasses

DAY = 24 * 3600 * 1000


@dataclasses.dataclass
class Change:
    """One change of one item, as its stream must tell it. Items are DynamoDB's JSON; None: not there."""

    key: tuple
    before: dict | None
    after: dict | None
    time: int  # milliseconds since 1970
    expired: bool = False


class Expected:
    def __init__(self):
        self.items = {}  # (pk, sk) -> item
        self.log = []
        self.instants = []  # (milliseconds, items): moments at which nothing happened

    def apply(self, changes, now, expired=False):
        for key, after in changes:
            before = self.items.get(key)
            if before == after:
                continue  # a write that changes nothing leaves no trace
            self.log.append(Change(key, before, after, now, expired))
            if after is None:
                del self.items[key]
            else:
                self.items[key] = after

    def pass_time(self, before, now):
        """The clock goes from one to the other: the first moments belong to nobody, the last to what expires."""
        if now - before >= 4:
            self.instants.append((before + 2, dict(self.items)))
            del self.instants[:-400]
        self.apply([(key, None) for key, item in self.items.items() if _expires(item, now)], now, expired=True)

    def copied(self):
        return copy.deepcopy(self)


def _expires(item, now):
    return "N" in item.get("ttl", {}) and int(item["ttl"]["N"]) * 1000 <= now


def differences(what, expected, found):
    """One line for each key at which two sets of items (key -> item) differ."""
    return [f"{what}, {key}: expected {expected.get(key)}, found {found.get(key)}"
            for key in sorted(expected.keys() | found.keys()) if expected.get(key) != found.get(key)]


def stream_differences(log, records, now):
    """Holds a stream's records (key -> list of changes in their order) against the log.

    What is younger than a day must be there; what is older may be, but without gaps.
    """
    wanted, youngest = {}, now - DAY
    for change in log:
        wanted.setdefault(change.key, []).append(change)
    found = []
    for key in sorted(wanted.keys() | records.keys()):
        expected, told = wanted.get(key, []), records.get(key, [])
        needed = sum(change.time > youngest for change in expected)
        rest = [(change.before, change.after, change.expired) for change in expected[len(expected) - len(told):]]
        if len(told) > len(expected) or rest != told or len(told) < needed:
            found.append(f"stream, {key}: {len(expected)} changes, {needed} of them of the last day; told {told[-3:]}, "
                         f"expected {rest[-3:]}")
    return found
