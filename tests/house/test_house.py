# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of the house that a machine can check: who may include whom, licences, no stray names.

Run by ctest; by hand: python3 tests/house/test_house.py
"""
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOP_LEVEL = {"app", "core", "capture", "views", "resources", "tests", "packaging"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)

# room -> rooms of the project it may include (its own room always)
ROOMS = {
    "core/base": set(),
    "core/model": {"core/base"},
    "core/import": {"core/base", "core/model"},
    "core/export": {"core/base", "core/model", "core/analysis", "core/compare"},
    "core/analysis": {"core/base", "core/model"},
    "core/compare": {"core/base", "core/model", "core/analysis"},
    "core/timeline": {"core/base", "core/model"},
    "capture/protocol": {"core/base"},
    "capture/cupti": {"core/base", "core/export"},
    "capture/runner": {"capture/protocol", "capture/cupti", "core"},
    "capture/inject": {"capture/cupti", "core/base", "core/export"},
    "capture/client": {"capture/protocol", "core"},
    "views": {"core"},
    "app": {"views", "capture/client", "core"},
}
# what of the outside each layer may see, as patterns over the include's text
QT = re.compile(r"^Q[A-Z]|^Qt|^qcustomplot")
TORCH = re.compile(r"^(torch|ATen|c10|caffe2)/")
CUDA = re.compile(r"^(cuda|cupti|generated_|nvtx)")
FORBIDDEN = {"core": [QT, TORCH, CUDA], "capture/protocol": [QT, TORCH, CUDA], "capture/cupti": [QT, TORCH],
             "capture/runner": [QT], "capture/inject": [QT, TORCH], "capture/client": [TORCH, CUDA],
             "views": [TORCH, CUDA], "app": [TORCH, CUDA]}
MIT = ("core/base/", "core/export/chrome_json_writer", "capture/cupti/", "capture/inject/", "capture/python/",
       "capture/protocol/")


def tracked(*suffixes):
    """Files git tracks (or, outside a checkout, all files) with one of the suffixes."""
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files"], capture_output=True, text=True)
    if listed.returncode == 0:
        names = listed.stdout.splitlines()
    else:
        names = [str(p.relative_to(ROOT)) for top in sorted(TOP_LEVEL) for p in (ROOT / top).rglob("*") if p.is_file()]
    return [n for n in names if n.endswith(suffixes) and (ROOT / n).exists()]


def room_of(name):
    parts = name.split("/")
    return "/".join(parts[:2]) if parts[0] in ("core", "capture") else parts[0]


class House(unittest.TestCase):
    def test_includes_stay_inside_their_room(self):
        wrong = []
        for name in tracked(".h", ".cpp"):
            room = room_of(name)
            if room not in ROOMS:
                continue
            for kind, target in INCLUDE.findall((ROOT / name).read_text()):
                if kind == '"' and target.split("/")[0] in TOP_LEVEL:
                    aim = room_of(target)
                    allowed = ROOMS[room]
                    if aim != room and aim not in allowed and aim.split("/")[0] not in allowed:
                        wrong.append(f"{name} includes {target}")
                for pattern in FORBIDDEN.get(room, FORBIDDEN.get(room.split("/")[0], [])):
                    if pattern.match(target):
                        wrong.append(f"{name} includes {target}")
        self.assertEqual(wrong, [])

    def test_every_source_names_its_licence(self):
        wrong = []
        for name in tracked(".h", ".cpp", ".py", ".sh", ".cmake", "CMakeLists.txt"):
            head = (ROOT / name).read_text()[:300]
            want = "MIT" if name.startswith(MIT) and not name.endswith("CMakeLists.txt") else "(MIT|GPL-3.0-or-later)"
            if not re.search(rf"SPDX-License-Identifier: {want}\b", head):
                wrong.append(name)
        self.assertEqual(wrong, [])

    def test_functions_that_can_fail_are_nodiscard(self):
        declaration = re.compile(r"^\s*(?:static |virtual )*Result<.*>\s+\w+\(", re.M)
        wrong = []
        for name in tracked(".h"):
            text = (ROOT / name).read_text()
            for match in declaration.finditer(text):
                before = text[max(0, match.start() - 40):match.start()]
                if "[[nodiscard]]" not in match.group(0) + before.rsplit("\n", 2)[-1]:
                    wrong.append(f"{name}: {match.group(0).strip()}")
        self.assertEqual(wrong, [])

    def test_top_level_is_as_designed(self):
        folders = {n.split("/")[0] for n in tracked("") if "/" in n}
        self.assertLessEqual({f for f in folders if not f.startswith(".")}, TOP_LEVEL)

    def test_no_open_ends(self):
        words = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
        wrong = [n for n in tracked(".h", ".cpp", ".py", ".sh") if "tests/house" not in n
                 and words.search((ROOT / n).read_text())]
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
