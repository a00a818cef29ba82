"""What a database must hold after a crash, given what its clients were told before it."""

import dataclasses
import threading


@dataclasses.dataclass
class Effect:
    """What one request does to the items it names, if it happens: all of it or nothing."""

    before: dict  # key -> item or None
    after: dict  # the same keys

    def applied(self, state):
        return all(state.get(key) == item for key, item in self.after.items())

    def absent(self, state):
        return all(state.get(key) == item for key, item in self.before.items())


class ExpectedState:
    """The acknowledged item of each key, and the requests that got no answer.

    A request holds the locks of its keys from its planning to its answer, so the order of the
    requests on a key is known. A request without an answer keeps its locks until the next
    `settle`, so there is at most one on a key.
    """

    def __init__(self, keys):
        self.keys = sorted(keys)
        self._locks = {key: threading.Lock() for key in self.keys}
        self._guard = threading.Lock()
        self._acknowledged = {}  # guarded by the lock of the key; absent keys have no item
        self._unanswered = []
        self._seen = {}  # key -> the largest stamp that a reader was shown
        self._seen_gone = {}  # key -> the largest stamp of an item that a reader found deleted

    def hold(self, keys, stopping):
        """Takes the locks of `keys`; False, with none of them, when `stopping` is set before."""
        held = []
        for key in sorted(keys):
            while not self._locks[key].acquire(timeout=0.05):
                if stopping.is_set():
                    self.release(held)
                    return False
            held.append(key)
        return True

    def release(self, keys):
        for key in keys:
            self._locks[key].release()

    def item(self, key):
        return self._acknowledged.get(key)

    def acknowledge(self, effect):
        for key, item in effect.after.items():
            if item is None:
                self._acknowledged.pop(key, None)
            else:
                self._acknowledged[key] = item

    def leave_unanswered(self, effect):
        with self._guard:
            self._unanswered.append(effect)

    def note_seen(self, key, stamp):
        with self._guard:
            self._seen[key] = max(stamp, self._seen.get(key, 0))

    def note_seen_gone(self, key, stamp):
        with self._guard:
            self._seen_gone[key] = max(stamp, self._seen_gone.get(key, 0))

    def differences(self, actual):
        """One line for each way in which `actual` (key -> item) breaks a promise."""
        found = []
        open_keys = set()
        for effect in self._unanswered:
            open_keys |= effect.after.keys()
            happened = effect.applied(actual)
            if not happened and not effect.absent(actual):
                found.append(f"half of a request happened: {self._shown(effect, actual)}")
            elif not happened and self._was_seen(effect):
                found.append(f"a reader saw what is gone: {self._shown(effect, actual)}")
        for key in sorted(set(self.keys) | actual.keys()):
            if key not in open_keys and actual.get(key) != self.item(key):
                found.append(f"{key}: acknowledged {self.item(key)}, found {actual.get(key)}")
        return found

    def settle(self, actual):
        """Takes `actual`, which keeps every promise, for what is known from now on."""
        for effect in self._unanswered:
            self.release(effect.after)
        self._unanswered = []
        self._acknowledged = dict(actual)
        self._seen = {}
        self._seen_gone = {}

    def _was_seen(self, effect):
        for key, item in effect.after.items():
            before = effect.before[key]
            if item is not None and self._seen.get(key, 0) >= item["stamp"]:
                return True
            if item is None and before is not None and self._seen_gone.get(key) == before["stamp"]:
                return True
        return False

    def _shown(self, effect, actual):
        return f"before {effect.before}, after {effect.after}, found " + str(
            {key: actual.get(key) for key in effect.after}
        )


def index_differences(name, items, entries, belongs, projected):
    """One line for each entry of an index (key -> item) that disagrees with the items."""
    expected = {key: projected(item) for key, item in items.items() if belongs(item)}
    return [
        f"index {name}, {key}: expected {expected.get(key)}, found {entries.get(key)}"
        for key in sorted(expected.keys() | entries.keys())
        if expected.get(key) != entries.get(key)
    ]
