"""Bundles: the same files give the same bytes; what is not as it was made is named."""

from __future__ import annotations

import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from deploy.bundle import pack
from deploy.update.parcel import fits, opened, verified
from deploy.update.steps import UpdateError
from tests.deploy.install.fake import tiny_bundle

Done = subprocess.CompletedProcess[str]


@pytest.mark.parametrize(
    ("wheel", "python", "expected"),
    [
        ("click-8.5.1-py3-none-any.whl", (3, 11), True),
        ("pyserial-3.5-py2.py3-none-any.whl", (3, 13), True),
        ("numpy-2.4.6-cp311-cp311-manylinux_2_28_aarch64.whl", (3, 11), True),
        ("numpy-2.4.6-cp311-cp311-manylinux_2_28_aarch64.whl", (3, 13), False),
        ("thing-1-cp39-abi3-manylinux_2_28_aarch64.whl", (3, 11), True),
        ("thing-1-cp313-abi3-manylinux_2_28_aarch64.whl", (3, 11), False),
        ("thing-1-2build-py3-none-any.whl", (3, 11), True),
    ],
)
def test_which_wheels_are_for_a_python(wheel: str, python: tuple[int, int], expected: bool) -> None:
    assert fits(wheel, python) is expected


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    made = []
    for name in ("one", "two"):
        parcel = tiny_bundle(tmp_path / name)
        (parcel.folder / "VERSION").touch()
        pack.archive(parcel, "khvatka", tmp_path / f"{name}.tar")
        made.append((tmp_path / f"{name}.tar").read_bytes())
    assert made[0] == made[1]
    with tarfile.open(tmp_path / "one.tar") as tar:
        assert {(info.mtime, info.uid, info.uname) for info in tar} == {(pack.EPOCH, 0, "root")}
        assert tar.getnames() == sorted(tar.getnames())


def test_other_files_are_another_version(tmp_path: Path) -> None:
    one, other = tiny_bundle(tmp_path / "one"), tiny_bundle(tmp_path / "two", "other")
    assert one.version != other.version
    assert one.version.startswith("0.1.0-")
    assert verified(one.folder) == one


@pytest.mark.parametrize("harm", ["changed", "missing", "added"])
def test_what_is_not_as_it_was_made_is_named(tmp_path: Path, harm: str) -> None:
    folder = tiny_bundle(tmp_path / "bundle").folder
    wheel = folder / "wheels/khvatka-0.1.0-py3-none-any.whl"
    if harm == "changed":
        wheel.write_bytes(b"x" + wheel.read_bytes()[1:])
    elif harm == "missing":
        wheel.unlink()
    else:
        wheel = wheel.with_name("more.whl")
        wheel.touch()
    with pytest.raises(UpdateError, match=f"wheels/{wheel.name} is not as it was made"):
        verified(folder)


def test_what_is_no_bundle_is_said(tmp_path: Path) -> None:
    with pytest.raises(UpdateError, match="there is no such bundle"), opened(tmp_path / "no.tar"):
        pass
    (tmp_path / "empty.tar").write_bytes(b"")
    with pytest.raises(UpdateError, match="tar"), opened(tmp_path / "empty.tar"):
        pass
    with pytest.raises(UpdateError, match="SHA256SUMS or VERSION is missing"):
        verified(tmp_path)


def stand_in(absent: Sequence[str], trouble: str = "") -> pack.Pip:
    """A pip that has every wheel but for some, or fails with ``trouble``."""

    def pip(*arguments: str) -> Done:
        wanted = arguments[-1].partition(">")[0]
        folder = Path(arguments[arguments.index("-d" if "-d" in arguments else "--wheel-dir") + 1])
        if arguments[0] == "download" and (trouble or wanted in absent):
            return Done((), 1, "", trouble or f"ERROR: No matching distribution found for {wanted}")
        name = "khvatka" if arguments[0] == "wheel" else wanted.replace("-", "_")
        (folder / f"{name}-1-py3-none-any.whl").write_bytes(b"a wheel")
        return Done((), 0, "", "")

    return pip


def overheard(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """What a pip that has everything is asked for."""
    asked: list[Sequence[str]] = []
    have = stand_in([])

    def pip(*arguments: str) -> Done:
        asked.append(arguments)
        return have(*arguments)

    monkeypatch.setattr(pack, "pip", pip)
    return asked


def test_what_there_is_no_wheel_of_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pack, "pip", stand_in(["spidev", "RPi.GPIO"]))
    assert pack.main(["--out", str(tmp_path), "--python", "311"]) == 0
    said = capsys.readouterr()
    assert "no wheel for aarch64, Python 3.11: spidev, RPi.GPIO: build them there" in said.err
    with opened(Path(said.out.strip())) as parcel:
        wheels = {path.name for path in (parcel.folder / "wheels").iterdir()}
        assert {"khvatka-1-py3-none-any.whl", "gpiod-1-py3-none-any.whl"} <= wheels
        assert (parcel.folder / "deploy/install.sh").stat().st_mode & 0o111
        assert (parcel.folder / "deploy/boards/mk1.toml").is_file()


def test_wheels_that_are_given_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pack, "pip", stand_in(["spidev", "RPi.GPIO"]))
    given = tmp_path / "given"
    given.mkdir()
    for name in ("spidev-3.8", "RPi.GPIO-0.7.1"):
        (given / f"{name}-cp311-cp311-linux_aarch64.whl").touch()
    options = ["--out", str(tmp_path), "--python", "311", "--wheels", str(given)]
    assert pack.main(options) == 0
    assert capsys.readouterr().err == ""


def test_every_python_gets_its_own_wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian 12's C library is 2.36: lgpio's wheel for a Pi 5 wants 2.34. It comes with rpi-lgpio,
    which is one for every Python, so that is asked for with each."""
    asked = overheard(monkeypatch)
    assert pack.main(["--out", str(tmp_path), "--extra", "pi5"]) == 0
    pi5 = [a for a in asked if a[-1].startswith("rpi-lgpio")]
    versions = [next(x for x in a if x.startswith("--python-version")) for a in pi5]
    assert versions == ["--python-version=311", "--python-version=313"]
    assert all("--platform=manylinux_2_34_aarch64" in arguments for arguments in pi5)


def test_what_has_no_wheel_is_built_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its own build tools: a fresh environment of Debian 12 has no package `wheel`."""
    asked = overheard(monkeypatch)
    assert pack.main(["--out", str(tmp_path), "--here"]) == 0
    (everything,) = [arguments for arguments in asked if "RPi.GPIO" in arguments[-1]]
    assert {"wheel", "--use-pep517"} <= set(everything)


@pytest.mark.parametrize(
    ("options", "trouble", "sentence"),
    [
        (["--extra", "pi9"], "", "there is no extra pi9: give pi or pi5"),
        ([], "ERROR: the network is down", "click cannot be downloaded: ERROR: the network"),
        ([], "ERROR: Failed building wheel for x\nERROR: Failed", "Failed building wheel for x"),
    ],
)
def test_a_failure_is_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    trouble: str,
    sentence: str,
) -> None:
    monkeypatch.setattr(pack, "pip", stand_in([], trouble))
    assert pack.main(["--out", str(tmp_path), *options]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert sentence in said.err
    assert list(tmp_path.iterdir()) == []
