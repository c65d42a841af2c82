"""No two modules, and no two packages, import each other, however long the way round is."""

from __future__ import annotations

from functools import cache
from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

ROOTS = ("console", "deploy", "drivers", "host_sim")

Imports = dict[str, set[str]]


@cache
def graph() -> grimp.ImportGraph:
    """Imports for types only and those within functions count as well."""
    return grimp.build_graph(*ROOTS, exclude_type_checking_imports=False, cache_dir=None)


def modules() -> Imports:
    """What each module imports."""
    return {name: graph().find_modules_directly_imported_by(name) for name in graph().modules}


def package(module: str) -> str:
    """The package below a root that a module belongs to; a file there is one of its own."""
    return ".".join(module.split(".")[:2])


def packages() -> Imports:
    """The same of the packages below the roots."""
    found: Imports = {}
    for name, imported in modules().items():
        others = {package(other) for other in imported}
        found.setdefault(package(name), set()).update(others - {package(name)})
    return found


def circle(imports: Imports) -> tuple[str, ...]:
    """One circle of imports, () where there is none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return tuple(error.args[1])
    return ()


@pytest.mark.parametrize("imports", [modules, packages], ids=["modules", "packages"])
def test_there_is_no_circle_of_imports(imports: object) -> None:
    assert callable(imports)
    assert circle(imports()) == ()


def test_a_circle_would_be_found() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}
    assert "console.table.chaos.claims" in modules()["console.table.chaos.match"]
    assert "console.store" in packages()["console.people"]
