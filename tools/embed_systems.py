#!/usr/bin/python3
"""Writes OUTPUT.cc: the model, the demo data and the load of each system folder, as texts of the program.

tools/embed_systems.py OUTPUT.cc FOLDER...
"""

import pathlib
import sys


def literal(path):
    text = path.read_text()
    assert ')embedded"' not in text, path
    return f'R"embedded({text})embedded"'


def main():
    output, folders = pathlib.Path(sys.argv[1]), [pathlib.Path(folder) for folder in sys.argv[2:]]
    systems = ",\n".join(
        f'    System{{.name = "{folder.name}",\n'
        f'           .model = {literal(folder / f"{folder.name}.trestle.toml")},\n'
        f'           .demo = {literal(folder / "demo.json")},\n'
        f'           .load = {literal(folder / "load.txt")}}}' for folder in folders)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(f'''#include "systems/system.h"

// The standard promises literals of 65,536 bytes; the compilers that we build with take any length.
#pragma GCC diagnostic ignored "-Woverlength-strings"

namespace trestle {{
namespace {{

constexpr System kSystems[] = {{
{systems},
}};

}}  // namespace

std::span<const System> Systems() {{ return kSystems; }}

}}  // namespace trestle
''')


if __name__ == "__main__":
    main()
