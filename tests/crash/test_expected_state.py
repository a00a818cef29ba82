"""Proves that the crash test notices each broken promise. Run: python3 -m unittest discover tests/crash"""

import threading
import unittest

from expected_state import Effect, ExpectedState, index_differences

OLD = {"stamp": 1}
NEW = {"stamp": 2}


def state(acknowledged=None, unanswered=None):
    expected = ExpectedState(["a", "b"])
    for key, item in (acknowledged or {}).items():
        expected.acknowledge(Effect({key: None}, {key: item}))
    if unanswered:
        expected.hold(unanswered.after, threading.Event())
        expected.leave_unanswered(unanswered)
    return expected


class ExpectedStateTest(unittest.TestCase):
    def test_accepts_what_was_acknowledged(self):
        self.assertEqual(state({"a": OLD}).differences({"a": OLD}), [])

    def test_notices_a_lost_write(self):
        self.assertEqual(len(state({"a": NEW}).differences({"a": OLD})), 1)
        self.assertEqual(len(state({"a": NEW}).differences({})), 1)

    def test_notices_a_deleted_item_that_is_back(self):
        expected = state({"a": OLD})
        expected.acknowledge(Effect({"a": OLD}, {"a": None}))
        self.assertEqual(len(expected.differences({"a": OLD})), 1)

    def test_notices_an_item_that_nobody_wrote(self):
        self.assertEqual(len(state().differences({"c": OLD})), 1)

    def test_accepts_both_outcomes_of_an_unanswered_request(self):
        effect = Effect({"a": OLD, "b": None}, {"a": None, "b": NEW})
        expected = state({"a": OLD}, effect)
        self.assertEqual(expected.differences({"a": OLD}), [])
        self.assertEqual(expected.differences({"b": NEW}), [])

    def test_notices_half_a_transaction(self):
        effect = Effect({"a": OLD, "b": None}, {"a": None, "b": NEW})
        expected = state({"a": OLD}, effect)
        self.assertEqual(len(expected.differences({"a": OLD, "b": NEW})), 1)
        self.assertEqual(len(expected.differences({})), 1)

    def test_notices_that_a_reader_was_shown_what_is_gone(self):
        expected = state({"a": OLD}, Effect({"a": OLD}, {"a": NEW}))
        expected.note_seen("a", 2)
        self.assertEqual(len(expected.differences({"a": OLD})), 1)
        self.assertEqual(expected.differences({"a": NEW}), [])

    def test_notices_that_a_reader_missed_what_is_back(self):
        expected = state({"a": OLD}, Effect({"a": OLD}, {"a": None}))
        expected.note_seen_gone("a", 1)
        self.assertEqual(len(expected.differences({"a": OLD})), 1)
        self.assertEqual(expected.differences({}), [])

    def test_settling_frees_the_keys(self):
        expected = state({"a": OLD}, Effect({"a": OLD}, {"a": NEW}))
        stopping = threading.Event()
        stopping.set()
        self.assertFalse(expected.hold(["a", "b"], stopping))
        expected.settle({"a": NEW})
        self.assertTrue(expected.hold(["a", "b"], stopping))
        self.assertEqual(expected.differences({"a": NEW}), [])


class IndexDifferencesTest(unittest.TestCase):
    def differences(self, items, entries):
        return index_differences("i", items, entries, lambda item: "k" in item, dict)

    def test_accepts_a_sparse_index(self):
        self.assertEqual(self.differences({"a": {"k": 1}, "b": {}}, {"a": {"k": 1}}), [])

    def test_notices_stale_missing_and_wrong_entries(self):
        self.assertEqual(len(self.differences({"b": {}}, {"b": {"k": 1}})), 1)
        self.assertEqual(len(self.differences({"a": {"k": 1}}, {})), 1)
        self.assertEqual(len(self.differences({"a": {"k": 1}}, {"a": {"k": 2}})), 1)


if __name__ == "__main__":
    unittest.main()
