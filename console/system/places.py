"""Where a user's programs keep their data."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def user_data_dir() -> Path:
    """XDG_DATA_HOME (if absolute) or ~/.local/share; on macOS ~/Library/Application Support; on
    Windows LOCALAPPDATA, which does not travel between computers."""
    home = Path.home()
    if sys.platform == "darwin":
        named, usual = "", home / "Library" / "Application Support"
    elif sys.platform == "win32":
        named, usual = os.environ.get("LOCALAPPDATA", ""), home / "AppData" / "Local"
    else:
        named, usual = os.environ.get("XDG_DATA_HOME", ""), home / ".local" / "share"
    return Path(named) if os.path.isabs(named) else usual
