"""The pad controller starts with its supply; see ``firmware/main.py``."""

# mypy: ignore-errors
# The package has this name on the controller only.

try:
    from built import PROGRAM
except ImportError:  # copied onto the file system
    pass
else:
    from frozen import take_over

    take_over(PROGRAM)

from firmware import main

main.start()
