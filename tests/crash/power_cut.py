"""Makes of a server's data folder what a power cut would have left of it.

The server runs with power/unsynced.cc loaded, which keeps a shadow of the folder: what a disk that
keeps only what it was told to sync would hold. After the server is killed, `cut_power` puts that in
the place of the folder. A disk may also have kept more than it was told to: `Kept.SOME` keeps, for
each file by itself, some of the bytes that were not synced, and some of the changes of names.

Assumed: the folder itself is there to stay; names change on the disk in the order in which they were
changed; a synced file has a name only once the folder was synced as well.
"""

import enum
import os
import pathlib
import shutil

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = 4096


class Kept(enum.Enum):
    SYNCED = "only what was synced"
    SOME = "some of what was not synced"


class Shadow:
    """The shadow of a folder; `environment` is what each server on the folder must run with."""

    def __init__(self, folder, library=None, delay_microseconds=0):
        self.folder = pathlib.Path(folder)
        self.path = self.folder.with_name(self.folder.name + "-shadow")
        self.begin()
        self.environment = {
            "LD_PRELOAD": str(library or library_of(None)),
            "UNSYNCED_FOLDER": str(self.folder),
            "UNSYNCED_SHADOW": str(self.path),
            "UNSYNCED_DELAY": str(delay_microseconds),
        }

    def begin(self):
        """From now on, what the folder holds is synced."""
        shutil.rmtree(self.path, ignore_errors=True)
        self.path.mkdir()


def library_of(binary):
    """The library that was built with the server."""
    binary = pathlib.Path(binary or os.environ.get("TRESTLE", ROOT / "build/release/trestle"))
    return binary.resolve().with_name("unsynced.so")


def cut_power(shadow, kept, random):
    """Once the server is dead: makes the folder what the disk kept. Returns how many bytes were lost."""
    changes, synced = _journal(shadow.path / "journal")
    count = synced if kept is Kept.SYNCED else random.randint(synced, len(changes))
    on_disk, live = _names(changes[:count]), _names(changes)
    live_name = {copy: name for name, copy in live.items()}
    after = shadow.folder.with_name(shadow.folder.name + "-after")
    after.mkdir()
    lost = 0
    for name, copy in on_disk.items():
        safe = shadow.path / copy
        written = shadow.folder / live_name[copy] if copy in live_name else None
        if not safe.exists():  # never synced
            safe.touch()
        unsynced = _unsynced(safe, written) if written and written.exists() else b""
        lost += len(unsynced)
        if kept is Kept.SOME and unsynced:
            # The end of a manifest is read as a whole or not at all, so only what is a log may get holes.
            tail = _torn(unsynced, random, holes=name.endswith(".log"))
            lost -= len(tail)
            with open(safe, "ab") as file:
                file.write(tail)
        os.link(safe, after / name)
    shutil.rmtree(shadow.folder)
    after.rename(shadow.folder)
    shadow.begin()
    return lost


def _journal(path):
    """The changes of names in their order, and how many of them are on the disk for sure."""
    changes, synced = [], 0
    for line in path.read_text().splitlines():
        kind, *words = line.split(" ")
        if kind == "s":
            synced = max(synced, int(words[0]))
        else:
            changes.append((kind, *words))
    return changes, synced


def _names(changes):
    names = {}
    for kind, *words in changes:
        if kind == "c":
            names[words[1]] = words[0]
        elif kind == "r":
            if words[0] in names:
                names[words[1]] = names.pop(words[0])
        else:
            names.pop(words[0], None)
    return names


def _unsynced(safe, written):
    """The bytes past the synced end. (Bytes changed before it are dropped with the rest.)"""
    if os.path.samefile(safe, written):
        return b""
    with open(written, "rb") as file:
        file.seek(safe.stat().st_size)
        return file.read()


def _torn(unsynced, random, holes):
    """What a disk may have kept of bytes that it was not told to keep."""
    shape = random.choice(["nothing", "all", "start", "start", "zeros", "holes" if holes else "start"])
    cut = random.randint(0, len(unsynced))
    if shape == "nothing":
        return b""
    if shape == "all":
        return unsynced
    if shape == "zeros":  # the length was written, the bytes were not
        return unsynced[:cut] + bytes(len(unsynced) - cut)
    if shape == "holes":
        pages = [unsynced[at : at + PAGE] for at in range(0, len(unsynced), PAGE)]
        return b"".join(page if random.random() < 0.5 else bytes(len(page)) for page in pages)
    return unsynced[:cut]
