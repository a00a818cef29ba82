"""`trestle model check` as a shell sees it: exit codes, both formats, and the page that is made from it."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRESTLE = os.environ.get("TRESTLE", str(ROOT / "build/release/trestle"))
AS_WRITTEN = "src/systems/todo/as-written.trestle.toml"


def check(*arguments):
    return subprocess.run([TRESTLE, "model", "check", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


class ModelCheckTest(unittest.TestCase):
    def test_a_clean_model_exits_with_0(self):
        ended = check("src/systems/todo/todo.trestle.toml")
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def test_findings_exit_with_1_and_name_their_place(self):
        ended = check(AS_WRITTEN)
        self.assertEqual(ended.returncode, 1)
        self.assertRegex(ended.stdout, rf"{AS_WRITTEN}:\d+:\d+: error: .* \[equality-on-prefix\]\n    instead: ")

    def test_json_is_one_document(self):
        ended = check("--format=json", AS_WRITTEN, "src/systems/glad/glad.trestle.toml")
        written, glad = json.loads(ended.stdout)
        self.assertFalse(written["clean"])
        self.assertTrue(glad["clean"])
        finding = next(each for each in written["findings"] if each["rule"] == "upper-bound-too-low")
        self.assertEqual(finding["source_line"], 121)
        self.assertEqual(finding["element"], "pattern TasksInDateRange")

    def test_what_is_no_model_is_a_finding_too(self):
        with tempfile.NamedTemporaryFile("w", suffix=".trestle.toml") as file:
            file.write('model = "m"\n[tables.t]\n')
            file.flush()
            ended = check(file.name)
            as_data = check("--format=json", file.name)
        self.assertEqual(ended.returncode, 1)
        self.assertRegex(ended.stderr, r":\d+:\d+: error: ")
        (document,) = json.loads(as_data.stdout)
        self.assertEqual((as_data.returncode, document["file"], document["clean"]), (1, file.name, False))
        self.assertEqual(sorted(document["problems"][0]), ["column", "line", "message"])

    def test_a_command_that_is_misspelt_is_named(self):
        ended = subprocess.run([TRESTLE, "model", "chek", AS_WRITTEN], cwd=ROOT, capture_output=True, text=True, check=False)
        self.assertEqual(ended.returncode, 2)
        self.assertIn("there is no command 'chek'; did you mean 'check'?", ended.stderr)

    def test_wrong_usage_exits_with_2(self):
        for arguments in ((), ("--format=xml", AS_WRITTEN), ("no-such-file.trestle.toml",)):
            ended = check(*arguments)
            self.assertEqual(ended.returncode, 2, arguments)
            self.assertTrue(ended.stderr)

    def test_the_page_of_findings_in_the_documents_is_current(self):
        ended = subprocess.run([ROOT / "tools/seed-findings", "--check", TRESTLE], cwd=ROOT, capture_output=True, text=True,
                               check=False)
        self.assertEqual(ended.returncode, 0, ended.stderr)


if __name__ == "__main__":
    unittest.main()
