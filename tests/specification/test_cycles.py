"""No two modules import each other, nor two folders, however long the way round is."""

from __future__ import annotations

from functools import cache
from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

from tests.specification.code import CODE

ROOTS = ("console", "deploy", "drivers", "host_sim")

Imports = dict[str, set[str]]


@cache
def graph() -> grimp.ImportGraph:
    """Imports for types only and those within functions count as well."""
    return grimp.build_graph(*ROOTS, exclude_type_checking_imports=False, cache_dir=None)


@cache
def modules() -> Imports:
    """What each module imports."""
    return {name: graph().find_modules_directly_imported_by(name) for name in graph().modules}


def folders() -> list[str]:
    """All that hold modules."""
    ours = (path.with_suffix("").parts for path in CODE if path.parts[0] in ROOTS)
    names = (parts[:-1] if parts[-1] == "__init__" else parts for parts in ours)
    return sorted({".".join(name[:-1]) for name in names} - {""})


def within(folder: str) -> Imports:
    """What the files and folders right in a folder import of each other."""

    def child(module: str) -> str:
        return ".".join(module.split(".")[: folder.count(".") + 2])

    found: Imports = {}
    for name, imported in modules().items():
        if name.startswith(f"{folder}."):
            others = {child(other) for other in imported if other.startswith(f"{folder}.")}
            found.setdefault(child(name), set()).update(others - {child(name)})
    return found


def circle(imports: Imports) -> tuple[str, ...]:
    """One circle of imports, () where there is none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return tuple(error.args[1])
    return ()


def test_no_two_modules_import_each_other() -> None:
    assert circle(modules()) == ()


@pytest.mark.parametrize("folder", folders())
def test_the_files_and_folders_of_a_folder_lie_one_above_the_other(folder: str) -> None:
    """None imports what imports it, in whatever file."""
    assert circle(within(folder)) == ()


def test_no_module_is_left_out() -> None:
    assert {name.rpartition(".")[0] for name in modules()} - {""} == {*folders()}


def test_a_circle_would_be_found() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}
    assert "console.table.chaos.claims" in modules()["console.table.chaos.match"]
    assert "console.store" in within("console")["console.people"]
    assert "console.table.board" in within("console.table")["console.table.playing"]
