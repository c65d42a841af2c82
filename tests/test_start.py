"""``khvatka`` finds its own packages, or says in one sentence whose it finds instead."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import khvatka

START = Path(khvatka.__file__)
Done = subprocess.CompletedProcess[str]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of installed packages: the real start, and ``console`` that says when it is run."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "khvatka.py").write_bytes(START.read_bytes())
    files = {f"{name}/__init__.py": "" for name in khvatka.PACKAGES}
    files["console/cli.py"] = "STARTED = 'started'\n"
    files["console/__main__.py"] = (
        "from console.cli import STARTED\n\ndef main() -> None:\n    print(STARTED)\n"
    )
    distribution(site, "khvatka", files)
    return site


def distribution(site: Path, name: str, files: dict[str, str]) -> None:
    """Install a distribution as pip does, over whatever is there."""
    lines = [f"{name}-1.dist-info/METADATA,,", f"{name}-1.dist-info/RECORD,,"]
    for path, text in files.items():
        (site / path).parent.mkdir(exist_ok=True)
        (site / path).write_text(text)
        lines.append(f"{path},sha256=unlooked-at,{len(text)}")
    info = site / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "RECORD").write_text("\n".join(lines) + "\n")


def start(site: Path, *before: Path) -> Done:
    path = ":".join(map(str, (*before, site)))
    line = (sys.executable, "-I", "-c", "import sys; sys.path[:0] = sys.argv.pop().split(':')\n")
    code = line[3] + "import khvatka; khvatka.main()"
    return subprocess.run((*line[:3], code, path), capture_output=True, text=True, check=False)


def refused(done: Done) -> str:
    """Its one sentence."""
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("khvatka: ")
    return done.stderr


def test_its_own_packages_start_it(site: Path) -> None:
    assert (start(site).stdout, start(site).stderr) == ("started\n", "")


def test_another_distribution_that_wrote_over_a_package_is_named(site: Path) -> None:
    distribution(site, "other-console", {"console/__init__.py": "raise TypeError('not yours')\n"})
    said = refused(start(site))
    assert f"{site}/console/__init__.py has been written over by other-console" in said


def test_another_distribution_that_wrote_deeper_is_named(site: Path) -> None:
    distribution(site, "other-console", {"console/cli.py": "main = None\n"})
    assert "console/cli.py has been written over by other-console" in refused(start(site))


def test_what_went_with_another_distribution_is_missing(site: Path) -> None:
    (site / "console/__init__.py").unlink()
    assert "console/__init__.py is missing: install Khvatka again" in refused(start(site))
    (site / "console/__init__.py").touch()
    (site / "console/cli.py").unlink()
    assert "console/cli.py is missing" in refused(start(site))


def test_a_file_that_its_user_has_changed_is_his(site: Path) -> None:
    with (site / "console/cli.py").open("a") as file:
        file.write("# tried something\n")
    assert start(site).stdout == "started\n"


@pytest.mark.parametrize("installed", [True, False])
def test_a_package_that_lies_before_ours_is_named(
    site: Path, tmp_path: Path, installed: bool
) -> None:
    other = tmp_path / "other"
    (other / "drivers").mkdir(parents=True)
    (other / "drivers/__init__.py").touch()
    if installed:
        distribution(other, "other-drivers", {"drivers/__init__.py": "1"})
    said = refused(start(site, other))
    whose = ", of other-drivers," if installed else ""
    assert f"{other}/drivers{whose} lies before Khvatka's own package drivers" in said


def test_a_folder_of_that_name_that_is_no_package_is_in_nobodys_way(
    site: Path, tmp_path: Path
) -> None:
    (tmp_path / "other/console").mkdir(parents=True)
    assert start(site, tmp_path / "other").stdout == "started\n"
