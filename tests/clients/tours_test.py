"""The tours of the systems' READMEs: each command is run, and its answer is the one that stands below it."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import ROOT, Server  # noqa: E402


BINARY = pathlib.Path(os.environ.get("TRESTLE", ROOT / "build/release/trestle")).resolve()


def steps(text):
    """Pairs of a command and what it answers, of the README's console blocks."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return [(command, "\n".join(answer)) for command, answer in found]


def pattern(answer):
    return ".*".join(re.escape(part) for part in answer.split("…"))


class ToursTest(unittest.TestCase):
    def test_the_tours_are_true(self):
        readmes = sorted((ROOT / "src/systems").glob("*/README.md"))
        self.assertTrue(readmes)
        for readme in readmes:
            tour = steps(readme.read_text())
            self.assertTrue(tour, readme)
            with Server("--memory", "--system", readme.parent.name, "--seed-demo") as server, tempfile.TemporaryDirectory() as here:
                for command, answer in tour:
                    with self.subTest(command=command):
                        there = command.replace("localhost:8000", server.url.removeprefix("http://"))
                        ended = subprocess.run(["bash", "-c", there], capture_output=True, text=True, timeout=30, check=False,
                                               cwd=here, env={**os.environ, "PATH": f"{BINARY.parent}:{os.environ['PATH']}"})
                        self.assertRegex(ended.stdout.strip(), re.compile(rf"\A{pattern(answer)}\Z", re.S), ended.stderr)


if __name__ == "__main__":
    unittest.main()
