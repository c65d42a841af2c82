"""Bundles: the same files give the same bytes; what is not as it was made is named."""

from __future__ import annotations

import subprocess
import tarfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from deploy.bundle import keys, pack
from deploy.update import signature
from deploy.update.parcel import OWNER, Parcel, fits, seal, verified
from deploy.update.steps import UpdateError
from drivers.controller.program import UF2, packed, program_id
from tests.deploy.install.fake import new_key, tiny_bundle

Done = subprocess.CompletedProcess[str]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Whoever runs the tests has no key made or used by them."""
    folder = tmp_path / "config"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setattr(pack, "SOURCES", ("pyproject.toml",))  # which no pip here compiles
    return folder / "khvatka"


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


def unpacked(tar: Path, folder: Path) -> Parcel:
    """What an owner has of it, on a first installation."""
    folder.mkdir()
    subprocess.run(["tar", "-xf", tar, "-C", folder], check=True)
    (inner,) = folder.iterdir()
    return verified(inner)


@pytest.mark.parametrize("number", ["1.0rc1", "v1", "1.2.3.4.5", "", "1.0-1", "../1"])
def test_a_version_that_would_not_compare_is_not_made(tmp_path: Path, number: str) -> None:
    with pytest.raises(UpdateError, match="is no number: write it as"):
        seal(tmp_path, number, "20250101000000")


def test_what_is_no_bundle_is_said(tmp_path: Path) -> None:
    with pytest.raises(UpdateError, match="SHA256SUMS or VERSION is missing"):
        verified(tmp_path)


def stand_in(
    absent: Sequence[str], trouble: str = ""
) -> Callable[..., subprocess.CompletedProcess[str]]:
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
    parcel = unpacked(Path(said.out.strip()), tmp_path / "unpacked")
    wheels = {path.name for path in (parcel.folder / "wheels").iterdir()}
    assert {"khvatka-1-py3-none-any.whl", "gpiod-1-py3-none-any.whl"} <= wheels
    assert (parcel.folder / "deploy/install.sh").stat().st_mode & 0o111
    assert (parcel.folder / "drivers/boards/mk1.toml").is_file()
    assert (parcel.folder / "deploy/install.ru.md").is_file()


def made(tmp_path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[Path, str]:
    """A bundle of a pip that has everything, and what was said."""
    options = ("--out", str(tmp_path / "out"), "--python", "311", *options)
    assert pack.main(options) == 0
    said = capsys.readouterr()
    return Path(said.out.strip()), said.err


def test_a_first_bundle_makes_a_key_and_every_one_is_signed_with_it(
    tmp_path: Path,
    own_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(pack, "pip", stand_in([]))
    tar, said = made(tmp_path, capsys)
    private = own_folder / "bundle-key"
    assert private.stat().st_mode & 0o7777 == 0o600
    assert own_folder.stat().st_mode & 0o7777 == 0o700
    assert f"{private} is your new key. Keep a copy of it" in said
    mine = signature.fingerprint(private.with_name("bundle-key.pub"))
    assert f"signed with the key {mine} ({private})\n" in said

    tar, said = made(tmp_path, capsys)
    assert said.startswith(f"bundle: signed with the key {mine} ({private})\n")
    parcel = unpacked(tar, tmp_path / "unpacked")
    assert signature.fingerprint(parcel.folder / OWNER) == mine
    assert private.read_bytes() not in tar.read_bytes()

    signers = tmp_path / "signers"
    signers.write_text(signature.signer_line(parcel.folder / OWNER))
    with tar.open("rb+") as whole:
        (tmp_path / "sig").write_bytes(signature.taken_off(whole, "it"))
    signature.verify(tar, tmp_path / "sig", signers, "it")


@pytest.mark.slow
def test_a_bundle_is_the_same_to_the_byte_if_it_is_made_at_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Signature and all: Ed25519 draws no random numbers."""
    monkeypatch.setattr(pack, "pip", stand_in([]))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1735689600")
    first = made(tmp_path, capsys)[0].read_bytes()
    tar = made(tmp_path, capsys)[0]
    assert tar.name.startswith(f"khvatka-{pack.project()['version']}-20250101000000-")
    assert tar.read_bytes() == first
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1735689601")
    assert "-20250101000001-" in made(tmp_path, capsys)[0].name


def test_another_key_is_taken_where_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pack, "pip", stand_in([]))
    other = new_key(tmp_path / "other")
    assert other.fingerprint in made(tmp_path, capsys, "--key", str(other.private))[1]
    assert not (tmp_path / "config").exists()


def test_a_moment_that_is_none_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "noon")
    assert pack.main(["--out", str(tmp_path / "out")]) == 2
    assert "SOURCE_DATE_EPOCH is 'noon': give whole seconds" in capsys.readouterr().err


def test_a_key_never_lies_in_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "PROJECT", tmp_path)
    with pytest.raises(UpdateError, match="a key never lies in the project"):
        keys.owners_key(None)
    assert not (tmp_path / "config").exists()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["-t", "ecdsa", "-N", ""], "there is no Ed25519 key in it"),
        (["-t", "ed25519", "-N", "secret", "-Z", "aes256-ctr"], "it does not sign"),
    ],
)
def test_a_key_that_cannot_sign_is_said(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    given: list[str],
    sentence: str,
) -> None:
    """Of another kind; with a passphrase that nobody is there to type."""
    monkeypatch.setattr(pack, "pip", stand_in([]))
    monkeypatch.setenv("SSH_ASKPASS_REQUIRE", "force")
    monkeypatch.setenv("SSH_ASKPASS", "/bin/false")
    subprocess.run(["ssh-keygen", "-q", *given, "-f", tmp_path / "key"], check=True)
    assert pack.main(["--out", str(tmp_path / "out"), "--key", str(tmp_path / "key")]) == 2
    assert sentence in capsys.readouterr().err
    assert not list(tmp_path.glob("out/*"))


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
    assert "no wheel" not in capsys.readouterr().err


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
    keys.owners_key(None)
    capsys.readouterr()
    assert pack.main(["--out", str(tmp_path / "out"), *options]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert sentence in said.err
    assert not (tmp_path / "out").exists()


def test_where_nothing_can_be_written_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pack, "pip", stand_in([]))
    keys.owners_key(None)
    capsys.readouterr()
    (tmp_path / "file").touch()
    assert pack.main(["--out", str(tmp_path / "file/out"), "--python", "311"]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert str(tmp_path / "file/out") in said.err


def test_a_bundle_says_whether_it_has_the_pad_controllers_program(tmp_path: Path) -> None:
    uf2 = tmp_path / "khvatka-pad.uf2"
    assert "not in it as a UF2 file: run `make firmware`" in pack.firmware_note(uf2)
    uf2.write_bytes(packed(b"khvatka-pad 1.0.0 0123456789ab"))
    assert "older than the pad controller's program" in pack.firmware_note(uf2)
    uf2.write_bytes(b"nothing")
    assert "no whole UF2 file" in pack.firmware_note(uf2)
    uf2.write_bytes(packed(program_id().encode()))
    assert pack.firmware_note(uf2) == ""
    assert UF2.is_relative_to(pack.PROJECT / "drivers"), "which goes into the wheel"
