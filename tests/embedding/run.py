#!/usr/bin/python3
"""A program outside the tree: installs a build, builds the program of docs/embedding.md against it, runs it twice.

usage: run.py [BUILD_FOLDER]     (build/release)
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "tests/embedding"
BUILD = ROOT / "build/release"
TIMEOUT_SECONDS = 600

FIRST_RUN = "run 1\nbob has a note\nnote#1: buy milk\nnote#2: bake bread\n"
REFUSAL = ("not written: Transaction cancelled, please refer cancellation reasons for specific reasons "
           "[ConditionalCheckFailed, None]\n")


def call(*command):
    return subprocess.run([str(part) for part in command], text=True, timeout=TIMEOUT_SECONDS, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


class EmbeddingTest(unittest.TestCase):
    def succeed(self, *command):
        ended = call(*command)
        self.assertEqual(ended.returncode, 0, ended.stdout)
        return ended.stdout

    def test_the_document_shows_the_files_that_are_built_here(self):
        document = (ROOT / "docs/embedding.md").read_text()
        for language, file in (("cmake", "CMakeLists.txt"), ("cpp", "main.cc")):
            blocks = re.findall(rf"^```{language}\n(.*?)^```$", document, re.MULTILINE | re.DOTALL)
            self.assertEqual(blocks, [(PROGRAM / file).read_text()], f"docs/embedding.md and {file} differ")

    def test_builds_against_an_installed_library_and_keeps_its_data(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix, built, data = (pathlib.Path(folder) / name for name in ("prefix", "built", "data"))
            self.succeed("cmake", "--install", BUILD, "--prefix", prefix)
            self.succeed("cmake", "-S", PROGRAM, "-B", built, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
                         "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
            self.succeed("cmake", "--build", built)
            self.assertEqual(self.succeed(built / "notes", data), FIRST_RUN)
            self.assertEqual(self.succeed(built / "notes", data),
                             FIRST_RUN.replace("run 1\n", "run 2\n" + REFUSAL))
            refused = call(built / "notes", "/proc/no-such-folder")
            self.assertEqual(refused.returncode, 1)
            self.assertIn("/proc/no-such-folder", refused.stdout)


def main():
    global BUILD
    if len(sys.argv) > 1:
        BUILD = pathlib.Path(sys.argv[1]).resolve()
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(EmbeddingTest)
    result = unittest.TextTestRunner(verbosity=0).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"embedding: {result.testsRun - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
