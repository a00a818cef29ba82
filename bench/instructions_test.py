"""What the check of instruction counts lets pass and what it does not."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import instructions  # noqa: E402


class CompareTest(unittest.TestCase):
    def test_passes_the_count_that_was_recorded(self):
        self.assertEqual(instructions.compare({"key/item": 1000}, {"key/item": 1000}), ([], []))

    def test_names_case_baseline_and_count_of_a_slow_down(self):
        findings, gains = instructions.compare({"key/item": 1000}, {"key/item": 1021})
        self.assertEqual(findings, ["key/item: 1,000 recorded, 1,021 now (+2.1%)"])
        self.assertEqual(gains, [])

    def test_gives_whole_operations_more_room(self):
        recorded = {"operation/GetItem": 1000}
        self.assertEqual(instructions.compare(recorded, {"operation/GetItem": 1050}), ([], []))
        self.assertEqual(len(instructions.compare(recorded, {"operation/GetItem": 1051})[0]), 1)

    def test_gives_short_cases_a_few_instructions(self):
        self.assertEqual(instructions.compare({"number/add": 100}, {"number/add": 110}), ([], []))
        self.assertEqual(len(instructions.compare({"number/add": 100}, {"number/add": 111})[0]), 1)

    def test_asks_for_a_gain_to_be_recorded_without_failing(self):
        findings, gains = instructions.compare({"key/item": 1000}, {"key/item": 900})
        self.assertEqual(findings, [])
        self.assertEqual(gains, ["key/item: 1,000 recorded, 900 now (-10.0%); record the gain"])

    def test_fails_a_case_that_was_never_recorded(self):
        self.assertEqual(len(instructions.compare({}, {"key/item": 1})[0]), 1)

    def test_finds_only_what_is_plainly_slower_with_other_tools(self):
        recorded = {"key/item": 1000}
        self.assertEqual(instructions.compare(recorded, {"key/item": 1250}, foreign=True), ([], []))
        self.assertEqual(len(instructions.compare(recorded, {"key/item": 1251}, foreign=True)[0]), 1)

    def test_says_which_tools_differ(self):
        lines = instructions.differences({"libc6": "2.36", "zlib1g": "1"}, {"libc6": "2.41", "zlib1g": "1"})
        self.assertEqual(lines, ["libc6: 2.36 in the baseline, 2.41 here"])


if __name__ == "__main__":
    unittest.main()
