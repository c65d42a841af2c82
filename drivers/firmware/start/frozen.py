"""For a program that is frozen into its UF2, beside which ``khvatka hw flash`` may have copied one.

The copied one counts if it is whole (its ``main.py`` comes last) and newer: a UF2 that is new here
takes it away, once. ``pad.json`` stays.
"""

# mypy: ignore-errors
# MicroPython's subset, and its ``sys.path``.

import os
import sys

PACKAGE = "firmware"
MARK = "built.id"
START = "main.py"
ROOT = ("boot.py", START)


def take_over(program):
    """Decide whose modules are imported; without a file system there are the frozen ones alone."""
    try:
        there = os.listdir()
    except OSError:
        return
    if not _known(program, there):
        _forget(there)
        _note(program)
    if START not in os.listdir():
        sys.path.sort(key=lambda place: place != ".frozen")


def _known(program, there):
    if MARK not in there:
        return False
    with open(MARK) as file:
        return file.read() == program


def _forget(there):
    if PACKAGE in there:
        for name in os.listdir(PACKAGE):
            os.remove(PACKAGE + "/" + name)
        os.rmdir(PACKAGE)
    for name in ROOT:
        if name in there:
            os.remove(name)


def _note(program):
    try:
        with open(MARK, "w") as file:
            file.write(program)
    except OSError:  # a flash that cannot be written has nothing beside it
        pass
