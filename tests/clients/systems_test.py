"""The models of the five systems: the corrected ones are clean, the documents' ones show the mistakes that are there."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import ROOT  # noqa: E402

BINARY = str(os.environ.get("TRESTLE", ROOT / "build/release/trestle"))
SYSTEMS = ("venue", "ecobid", "todo", "hotel", "glad")

# Rules and the lines of the documents that they must point at.
MISTAKES = {
    "venue": {("enum-differs", 113), ("equality-on-moment", 114), ("unique-by-index", 116), ("prefix-with-two-meanings", 121),
              ("unused-index", 136), ("crowded-partition", 159), ("wrong-price", 72)},
    "ecobid": {("single-cell", 19), ("too-few-cells", 135), ("scan", 22), ("scan", 24), ("never-matches", 23),
               ("time-behind-identifier", 57), ("ttl-type", 55), ("wrong-price", 158)},
    "todo": {("equality-on-prefix", 118), ("equality-on-prefix", 120), ("equality-on-prefix", 124), ("equality-on-prefix", 126),
             ("upper-bound-too-low", 121), ("filter-instead-of-key", 127), ("scan", 130), ("scan", 134), ("wrong-units", 132),
             ("wrong-units", 133), ("wrong-units", 135), ("wrong-units", 136), ("get-without-whole-key", 137),
             ("ttl-of-another-name", 45), ("delimiter-in-value", 45)},
    "hotel": {("no-such-index", 71), ("no-such-index", 72), ("no-such-index", 73), ("no-such-index", 74), ("no-such-index", 95),
              ("number-sorts-as-text", 130), ("crowded-partition", 130), ("crowded-partition", 357), ("single-cell", 70),
              ("open-prefix", 768), ("open-prefix", 775), ("never-matches", 111), ("unique-by-index", 76),
              ("unique-by-index", 92), ("unique-by-index", 101), ("ttl-type", 303), ("scan", 869), ("wrong-storage", 998), ("wrong-storage", 1000)},
    "glad": {("sort-key-gap", 116), ("scan", 24), ("projects-unknown", 41), ("not-projected", 98)},
}


def run(*arguments):
    return subprocess.run([BINARY, "model", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def corrected(system):
    return f"src/systems/{system}/{system}.trestle.toml"


class SystemsTest(unittest.TestCase):
    def test_the_corrected_models_are_clean(self):
        ended = run("check", *map(corrected, SYSTEMS), "src/systems/glad/legacy.trestle.toml")
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def test_the_mistakes_of_the_documents_are_found(self):
        for system, mistakes in MISTAKES.items():
            with self.subTest(system):
                ended = run("check", "--format=json", f"src/systems/{system}/as-written.trestle.toml")
                self.assertEqual(ended.returncode, 1, ended.stderr)
                [checked] = json.loads(ended.stdout)
                found = {(finding["rule"], finding.get("source_line", 0)) for finding in checked["findings"]}
                self.assertEqual(mistakes - found, set())

    def test_every_pattern_has_a_test_and_every_entity_a_sample(self):
        for system in SYSTEMS:
            with self.subTest(system):
                model = tomllib.loads((ROOT / corrected(system)).read_text())
                self.assertEqual(set(model["patterns"]) - {test["pattern"] for test in model["tests"]}, set())
                self.assertEqual(set(model["entities"]) - {sample["entity"] for sample in model["samples"]}, set())
                self.assertTrue(all(pattern.get("title") for pattern in model["patterns"].values()))

    def test_what_the_documents_have_is_there(self):
        for system in SYSTEMS:
            with self.subTest(system):
                written = tomllib.loads((ROOT / f"src/systems/{system}/as-written.trestle.toml").read_text())
                model = tomllib.loads((ROOT / corrected(system)).read_text())
                # Copies that became index keys, the table that is replaced, and the guide's example.
                gone = {"LocationEntry", "CategoryEntry", "LegacyUser", "Project"}
                self.assertEqual(set(written["entities"]) - set(model["entities"]) - gone, set())
                for name, entity in model["entities"].items():
                    before = set(written["entities"].get(name, {}).get("attributes", {})) - {"ttl", "expiration_timestamp", "expiresAt"}
                    self.assertEqual(before - set(entity["attributes"]), set(), name)
                named = {name for name in written["patterns"] if re.fullmatch(r"[A-Z]+[0-9]+", name)}
                self.assertEqual(named - set(model["patterns"]), set())

    def test_the_demo_data_is_of_the_models(self):
        for system in SYSTEMS:
            with self.subTest(system):
                entities = tomllib.loads((ROOT / corrected(system)).read_text())["entities"]
                for each in json.loads((ROOT / f"src/systems/{system}/demo.json").read_text()):
                    self.assertEqual(set(each["values"]) - set(entities[each["entity"]]["attributes"]), set())


if __name__ == "__main__":
    unittest.main()
