"""Proves that a power cut takes what was not synced, and nothing else."""

import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

from power_cut import Kept, Shadow, cut_power

LIBRARY = None  # the one of the release
PREFIX = """
import os
folder = os.environ["UNSYNCED_FOLDER"] + "/"
def open_new(name): return os.open(folder + name, os.O_CREAT | os.O_WRONLY, 0o644)
def sync_folder(): os.fsync(os.open(folder[:-1], os.O_RDONLY))
def put(name, data):
    file = open_new(name)
    os.write(file, data)
    os.fsync(file)
    return file
"""


def copied(shadow, number):
    copy = Shadow(shadow.folder.with_name(f"data{number}"), LIBRARY)
    shutil.copytree(shadow.folder, copy.folder)
    shutil.copytree(shadow.path, copy.path, dirs_exist_ok=True)
    return copy


class PowerCutTest(unittest.TestCase):
    def setUp(self):
        self._parent = tempfile.TemporaryDirectory(prefix="trestle-power-")
        self.addCleanup(self._parent.cleanup)
        self.folder = pathlib.Path(self._parent.name) / "data"
        self.folder.mkdir()

    def run_and_kill(self, program, shadow=None):
        shadow = shadow or Shadow(self.folder, LIBRARY)
        ended = subprocess.run(
            [sys.executable, "-S", "-E", "-c", PREFIX + program + "\nos.kill(os.getpid(), 9)"],
            env={**os.environ, **shadow.environment},
            stderr=subprocess.PIPE,
            check=False,
        )
        self.assertEqual(ended.returncode, -9, ended.stderr)
        return shadow

    def after(self, program, kept=Kept.SYNCED, seed=1):
        """The folder after `program` was killed and the power cut: name -> bytes."""
        cut_power(self.run_and_kill(program), kept, random.Random(seed))
        return {path.name: path.read_bytes() for path in self.folder.iterdir()}

    def test_bytes_after_the_last_sync_are_lost(self):
        left = self.after("f = put('a', b'safe'); sync_folder(); os.write(f, b'lost')")
        self.assertEqual(left, {"a": b"safe"})

    def test_bytes_changed_before_the_synced_end_are_lost(self):
        left = self.after("f = put('a', b'safe'); sync_folder(); os.pwrite(f, b'X', 1)")
        self.assertEqual(left, {"a": b"safe"})
        left = self.after("f = open_new('a'); os.pwrite(f, b'X', 1); os.fdatasync(f)")
        self.assertEqual(left, {"a": b"sXfe"})

    def test_a_truncation_needs_a_sync(self):
        program = "f = put('a', b'safe'); sync_folder(); os.ftruncate(f, 2)"
        self.assertEqual(self.after(program), {"a": b"safe"})
        self.assertEqual(self.after(program + "; os.fsync(f)"), {"a": b"sa"})

    def test_opening_to_write_anew_needs_a_sync(self):
        self.after("put('a', b'safe'); sync_folder()")
        program = "f = os.open(folder + 'a', os.O_WRONLY | os.O_TRUNC); os.write(f, b'X')"
        self.assertEqual(self.after(program), {"a": b"safe"})
        self.assertEqual(self.after(program + "; os.fsync(f)"), {"a": b"X"})

    def test_a_name_needs_a_sync_of_the_folder(self):
        self.assertEqual(self.after("put('a', b'safe')"), {})
        self.assertEqual(self.after("put('a', b'safe'); sync_folder()"), {"a": b"safe"})

    def test_a_rename_over_a_file_needs_a_sync_of_the_folder(self):
        self.after("put('a', b'old'); sync_folder()")
        rename = "put('b', b'new'); sync_folder(); os.rename(folder + 'b', folder + 'a')"
        self.assertEqual(self.after(rename), {"a": b"old", "b": b"new"})
        self.assertEqual(self.after(rename + "; sync_folder()"), {"a": b"new"})

    def test_a_removed_file_comes_back(self):
        self.after("put('a', b'old'); sync_folder()")
        self.assertEqual(self.after("os.unlink(folder + 'a')"), {"a": b"old"})
        self.assertEqual(self.after("os.unlink(folder + 'a'); sync_folder()"), {})

    def test_a_file_of_an_earlier_life_is_kept_and_followed(self):
        self.after("put('a', b'old'); sync_folder()")
        self.assertEqual(self.after(""), {"a": b"old"})
        append = "f = os.open(folder + 'a', os.O_WRONLY | os.O_APPEND); os.write(f, b'er')"
        self.assertEqual(self.after(append), {"a": b"old"})
        self.assertEqual(self.after(append + "; os.fsync(f)"), {"a": b"older"})

    def test_what_one_life_did_not_sync_the_next_may_lose_or_sync(self):
        write = "f = put('a', b'safe'); sync_folder(); os.write(f, b'more'); put('b', b'')"
        for sync, left in [
            ("", {"a": b"safe"}),
            ("os.fsync(os.open(folder + 'a', os.O_RDONLY))", {"a": b"safemore"}),
            ("sync_folder()", {"a": b"safe", "b": b""}),
        ]:
            shadow = self.run_and_kill(write)
            cut_power(self.run_and_kill(sync, shadow), Kept.SYNCED, random.Random(1))
            self.assertEqual({path.name: path.read_bytes() for path in self.folder.iterdir()}, left)
            self.after("".join(f"os.unlink(folder + '{name}');" for name in left) + "sync_folder()")

    def test_some_of_the_unsynced_bytes_may_be_kept(self):
        program = "f = put('a.log', b'safe'); sync_folder(); os.write(f, b'0123456789')"
        shadow = self.run_and_kill(program)
        kept = set()
        for seed in range(40):
            copy = copied(shadow, seed)
            cut_power(copy, Kept.SOME, random.Random(seed))
            kept.add((copy.folder / "a.log").read_bytes())
        self.assertTrue(all(left.startswith(b"safe") for left in kept), kept)
        self.assertIn(b"safe", kept)
        self.assertIn(b"safe0123456789", kept)
        self.assertTrue(any(left.endswith(b"\0") for left in kept), kept)


if __name__ == "__main__":
    unittest.main()
