"""The pad controller starts with its supply; see ``firmware/main.py``."""

# mypy: ignore-errors
# The package has this name on the controller only.

from firmware import main

main.start()
