"""What is printed, as its reader takes it."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def suit() -> None:
    """Print question marks where the reader of standard output lacks Cyrillic or "±".

    On Windows a console lacks nothing; a file or another program there gets UTF-8 and plain line
    ends, from standard error too, as on other systems.
    """
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
            if sys.platform == "win32" and not stream.isatty():
                stream.reconfigure(encoding="utf-8", errors=errors, newline="\n")
