"""`trestle model codegen`: what it writes compiles without a warning and runs, in C++ and in TypeScript, to the same effect."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import CREDENTIALS, ROOT, Server  # noqa: E402

BINARY = pathlib.Path(os.environ.get("TRESTLE", ROOT / "build/release/trestle"))
SOURCES = ROOT / "tests/clients/codegen"
PACKAGES = ROOT / "tests/clients/node_modules"
ROOMS = ("operation", "exchange", "transfer", "objects", "client", "http", "auth", "json", "backup", "table", "history", "stream", "capacity", "storage", "partiql", "expression", "value", "base")
SYSTEM_LIBRARIES = ("rocksdb", "simdjson", "ssl", "crypto", "z", "zstd", "fmt", "spdlog", "xxhash", "pthread")

# Finished orders are not in the index of statuses, and the changed one leaves "open".
PRINTED = """customer Ada
order o8
order o7
status paid
status open
large 99
large 12.5
id o8 paid
id o7 open
dear 1
whole Rome
scanned 3
theirs 3
everything 4
changed paid
open 0
several 1
left 3
noted Ada, 2026-11
paid o10 21 FR nowhere
made after-10 open
again refused
wide Number: '1234567' has more digits than pad(6) has room for
negative Number: pad(6) cannot write the negative number '-1'
"""


def call(*command, **environment):
    return subprocess.run([str(part) for part in command], text=True, timeout=120, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, **CREDENTIALS, **environment})


class CodegenTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def succeed(self, *command, **environment):
        ended = call(*command, **environment)
        self.assertEqual(ended.returncode, 0, ended.stdout[-6000:])
        return ended.stdout

    def generate(self, language, name, model=SOURCES / "shop.trestle.toml"):
        self.succeed(BINARY, "model", "codegen", model, "--language", language, "-o", self.folder / name)
        return self.folder / name

    def test_cpp_compiles_and_runs(self):
        self.generate("cpp", "shop.h")
        libraries = [BINARY.parent / "src" / f"libtrestle_{room}.a" for room in ROOMS]
        self.succeed("g++", "-std=c++20", "-O0", "-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers",
                     "-I", self.folder, "-I", ROOT / "src", SOURCES / "main.cc", "-Wl,--start-group", *libraries, "-Wl,--end-group",
                     *(f"-l{name}" for name in SYSTEM_LIBRARIES), "-o", self.folder / "program")
        self.assertEqual(self.succeed(self.folder / "program"), PRINTED)

    def test_typescript_compiles_and_runs(self):
        self.generate("typescript", "shop.ts")
        (self.folder / "main.ts").write_text((SOURCES / "main.ts").read_text())
        (self.folder / "package.json").write_text('{"type": "module"}')
        (self.folder / "node_modules").symlink_to(PACKAGES)
        options = ["--strict", "--target", "es2022", "--module", "nodenext", "--skipLibCheck", "--types", "node", "--typeRoots", PACKAGES / "@types"]
        self.succeed("node", PACKAGES / "typescript/bin/tsc", *options, self.folder / "main.ts", "--outDir", self.folder / "out")
        (self.folder / "out/node_modules").symlink_to(PACKAGES)
        with Server("--memory") as server:
            self.assertEqual(self.succeed("node", self.folder / "out/main.js", ENDPOINT=server.url), PRINTED)


if __name__ == "__main__":
    unittest.main()
