"""Files, modules and classes that a page names exist, and no document is named that does not."""

from __future__ import annotations

import importlib
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import WHOLE
from tests.specification.documents import (
    FILES,
    GAME_OF,
    PAGES,
    ROOT,
    WRITTEN,
    files_in,
    text_of,
)

_TICKED: Final = re.compile(r"`([^`\n]+)`")
_LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
_FILE: Final = re.compile(r"[\w.@*-]+(?:/[\w.@*-]+)*\.(?:conf|json|md|mo|po|py|sh|svg|toml)")
_FOLDER: Final = re.compile(r"(?:console|deploy|drivers|host_sim|tests)(?:/[\w.-]+)*/?|[\w.-]+/")
_DOTTED: Final = re.compile(r"(?:console|deploy|drivers|host_sim|tests)(?:\.\w+)+")
_RUN: Final = re.compile(rf"python -m ({_DOTTED.pattern})")
_ATTRIBUTE: Final = re.compile(r"([A-Z][a-z]\w*)\.([a-z_]\w*)(?:\(.*\))?")
_MEMBER: Final = re.compile(r"([a-z_]\w*)\.([A-Z]\w*)")
_OUTSIDE: Final = frozenset(
    {
        "crashes/",  # made by the program
        "pictures/",
        "limits.conf",  # of the system
        "pad.json",  # of the pad controller's flash
        "json.py",  # an attack's
        "install.md",  # of a bundle
        "install.sh",
        "klippy/clocksync.py",  # sources of figures
        "drivers/gpio/gpiolib-cdev.c",
    }
)
_ELSE: Final = re.compile(r"[A-Z]{3,}\b(?!\.md)|\.d/|^\.ru")
"""What stands for many names, files of the system, endings."""


def places(page: Path) -> list[Path]:
    """Where a page's names may begin: its folder and those around it, and what they mirror."""
    around = list(page.parents)
    return around + [
        at.relative_to("tests") if at.parts[:1] == ("tests",) else "tests" / at for at in around
    ]


def is_there(page: Path, name: str) -> bool:
    """Is it a file or a folder at one of the page's places, or a file below its own?"""
    if "*" in name:
        return any(any(ROOT.glob(str(at / name))) for at in places(page))
    if any((ROOT / at / name).exists() for at in places(page)):
        return True
    own = [at for at in places(page) if at.name == page.parent.name]
    return any(file.as_posix().endswith(f"/{name}") for at in own for file in files_in(at))


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_what_a_page_says_to_run_by_python_runs(page: Path) -> None:
    for name in _RUN.findall(text_of(page)):
        at = ROOT / name.replace(".", "/")
        module = at.with_suffix(".py")
        starts = module.is_file() and '__name__ == "__main__"' in text_of(module)
        assert starts or (at / "__main__.py").is_file(), name


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_files_and_folders_that_a_page_names_exist(page: Path) -> None:
    text = text_of(page)
    links = [target.split("#")[0] for target in _LINK.findall(text) if "://" not in target]
    missing = [target for target in links if target and not (ROOT / page.parent / target).exists()]
    for name in _TICKED.findall(text):
        if (
            (_FILE.fullmatch(name) or _FOLDER.fullmatch(name))
            and not (_ELSE.search(name) or name in _OUTSIDE)
            and not is_there(page, name)
        ):
            missing.append(name)
    assert not missing


def exists(dotted: str) -> bool:
    """Can it be imported, or is it a name of what can?"""
    module, _, name = dotted.rpartition(".")
    try:
        importlib.import_module(dotted)
    except ModuleNotFoundError:
        return bool(module) and exists(module) and hasattr(importlib.import_module(module), name)
    return True


@cache
def sources_by_class() -> dict[str, list[str]]:
    """Where the classes of a name are."""
    found: dict[str, list[str]] = {}
    for path in FILES:
        if path.suffix == ".py":
            for name in re.findall(r"^class (\w+)", text_of(path), re.M):
                found.setdefault(name, []).append(text_of(path))
    return found


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_modules_and_classes_that_a_page_names_exist(page: Path) -> None:
    names = _TICKED.findall(text_of(page))
    missing = [name for name in names if _DOTTED.fullmatch(name) and not exists(name)]
    for name in names:
        if found := _MEMBER.fullmatch(name):
            files = [ROOT / at / f"{found[1]}.py" for at in places(page)]
            sources = [file.read_text(encoding="utf-8") for file in files if file.exists()]
            if not any(re.search(rf"^(class )?{found[2]}\b", source, re.M) for source in sources):
                missing.append(name)
        elif found := _ATTRIBUTE.fullmatch(name):
            sources = sources_by_class().get(found[1], [])
            if not any(re.search(rf"\b{found[2]}\b", source) for source in sources):
                missing.append(name)
    assert not missing


@cache
def words_of(path: Path) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text_of(path)))


@cache
def words_in(folder: Path) -> frozenset[str]:
    """All words of the Python code in a folder, of the whole project's in the root."""
    return frozenset().union(*(words_of(at) for at in files_in(folder) if at.suffix == ".py"))


CODE: Final = ("console", "deploy", "drivers", "host_sim")
READMES: Final = [page for page in PAGES if page.name == "README.md"]
_CLASS: Final = re.compile(r"(?<![\w./:-])[A-Z][a-z]\w*(?![\w/])")
_ELSEWHERE: Final = {("console/table/attract", "Table"), ("console/locale", "Sentence")}
"""What a page names of another folder, alone."""


@pytest.mark.parametrize("page", READMES, ids=str)
def test_a_class_that_a_folder_s_page_names_is_there(page: Path) -> None:
    own, code = words_in(page.parent), words_in(Path())
    missing = set()
    for ticked in _TICKED.findall(text_of(page)):
        for name in _CLASS.findall(ticked):
            is_own = ticked == name and (str(page.parent), name) not in _ELSEWHERE
            if name not in (own if is_own else code):
                missing.add(name)
    assert not missing


FOLDERS_PAGES: Final = [page for page in READMES if page.parts[0] in CODE]


@pytest.mark.parametrize("page", FOLDERS_PAGES, ids=str)
def test_a_folder_s_page_names_all_code_in_it(page: Path) -> None:
    """Folders of single games aside: there is one for each."""
    within = [file.relative_to(page.parent) for file in files_in(page.parent)]
    code = [path for path in within if path.suffix == ".py" and not path.name.startswith("__")]
    names = {path.parts[0] + "/" * (len(path.parts) > 1) for path in code}
    names -= {f"{game}/" for game in GAME_OF.values()}
    text = text_of(page)
    assert not [name for name in sorted(names) if not re.search(rf"(?<!\w){name}", text)]


def test_no_file_names_a_document_that_is_not_in_the_tree() -> None:
    known = {path.name for path in PAGES}
    unknown = {
        (str(path), name)
        for path in FILES
        if path.suffix in WRITTEN
        for line in text_of(path).splitlines()
        if ".md" in line
        for name in re.findall(r"(?<![\w*.{}-])\w[\w-]*(?:\.ru)?\.md\b", line)
        if name not in known
    }
    assert not unknown


def test_a_recipe_has_at_most_five_steps() -> None:
    recipes = text_of("ARCHITECTURE.md").split("\n## Recipes\n")[1].strip().split("\n\n")
    assert len(recipes) == 5
    assert all(2 <= len(re.findall(r"^\d\. ", recipe, re.M)) <= 5 for recipe in recipes)
    assert max(len(recipe.split()) for recipe in recipes) <= 150


_PLAIN: Final = {"Options", "State"}
"""Each game has its own: the package says whose."""


def test_a_public_class_shares_its_name_with_no_other() -> None:
    found: dict[str, set[Path]] = {}
    for path in FILES:
        if path.suffix == ".py" and path.parts[0] in CODE:
            for name in re.findall(r"^class ([A-Z]\w*)", text_of(path), re.M):
                found.setdefault(name, set()).add(path)
    assert {name for name, files in found.items() if len(files) > 1} == _PLAIN


def test_what_is_left_to_the_long_run_exists() -> None:
    """Else it runs with the quick tests, unnoticed."""
    assert not [name for name in WHOLE if not (ROOT / "tests" / name).exists()]
