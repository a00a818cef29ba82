"""docs/add-an-entity.md, followed: GLAD's model with the guide's Project is clean, and serves it."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import ROOT, Server  # noqa: E402

BINARY = str(os.environ.get("TRESTLE", ROOT / "build/release/trestle"))


class AddAnEntityTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        blocks = re.findall(r"^```toml\n(.*?)^```", (ROOT / "docs/add-an-entity.md").read_text(), re.M | re.S)
        model = (ROOT / "src/systems/glad/glad.trestle.toml").read_text()
        self.model = pathlib.Path(folder.name) / "glad.trestle.toml"
        self.model.write_text("\n".join([model, *blocks]))

    def test_the_model_is_clean_and_its_tests_pass(self):
        for command in ("check", "test", "cost"):
            ended = subprocess.run([BINARY, "model", command, self.model], capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
            self.assertNotIn("warning:", ended.stdout)

    def test_it_serves_the_entity(self):
        with Server("--memory", "--model", str(self.model)) as server:
            for name, status in (("atlas", "active"), ("borealis", "done"), ("corona", "active")):
                project = {"Username": "ann", "ProjectId": name, "Name": name.title(), "Status": status}
                request = urllib.request.Request(f"{server.url}/api/glad/Project", json.dumps(project).encode(),
                                                 {"Content-Type": "application/json"})
                with urllib.request.urlopen(request, timeout=30) as answer:
                    self.assertEqual(answer.status, 201)
            with urllib.request.urlopen(f"{server.url}/api/glad/patterns/AP15?status=active", timeout=30) as answer:
                self.assertEqual([item["Name"] for item in json.load(answer)["items"]], ["Corona", "Atlas"])
            with urllib.request.urlopen(f"{server.url}/api/glad/patterns/AP14?username=ann", timeout=30) as answer:
                self.assertEqual(len(json.load(answer)["items"]), 3)


if __name__ == "__main__":
    unittest.main()
