# SPDX-License-Identifier: MIT
"""Entry: `python -m twintrace_capture` speaks the protocol, `… doctor` prints the facts of this Python as JSON."""

from __future__ import annotations

import json
import os
import sys


def main(arguments: list[str]) -> int:
    if arguments == ["doctor"]:
        output = os.dup(1)
        os.dup2(2, 1)  # importing torch may print
        from .environment import facts
        os.write(output, (json.dumps(facts(), indent=1) + "\n").encode())
        return 0
    if arguments:
        print("usage: python -m twintrace_capture [doctor]   (without arguments: commands on standard input)",
              file=sys.stderr)
        return 2
    from .server import serve
    return serve()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
