"""``python -m console`` is ``khvatka``."""

from console.cli import main

if __name__ == "__main__":
    main()
