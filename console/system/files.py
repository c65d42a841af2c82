"""Files: is one there?"""

from __future__ import annotations

from pathlib import Path


def is_there(path: Path) -> bool:
    """Is there something at ``path``?

    Raises PermissionError where this user may not look: ``Path.exists`` says from Python 3.14 on
    that nothing is there. Raises OSError for a disk that fails.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True
