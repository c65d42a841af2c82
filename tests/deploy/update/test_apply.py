"""Bundles put in by the installed program, as root runs it: what it verifies, and who builds."""

from __future__ import annotations

import socket
import subprocess
import zipfile
from pathlib import Path

import pytest

from deploy.bundle.keys import Key
from deploy.update import steps
from deploy.update.build import pythons_pip
from deploy.update.disk import FolderDisk
from deploy.update.parcel import seal
from deploy.update.place import Installation
from tests.deploy.install.fake import PYTHON, new_key, signed, tiny_bundle
from tests.deploy.update.conftest import BUILDER
from tests.posix import is_root

READY = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not Path(PYTHON).exists()  # a system's own Python may be another, or none
        or subprocess.run([PYTHON, "-c", READY], capture_output=True, check=False).returncode != 0,
        reason=f"{PYTHON} with venv is what an installation runs by",
    ),
]
root_alone = pytest.mark.skipif(not is_root(), reason="only root has rights to take away")


def run(place: Installation, *arguments: str | Path) -> tuple[int, str]:
    """Status and what was said."""
    command = [place.program, "--root", place.root, *arguments]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return done.returncode, done.stdout


def current(place: Installation) -> str | None:
    return steps.current(FolderDisk(place.versions))


def test_updates_go_forward_and_back_only_when_asked(
    place: Installation, tmp_path: Path, key: Key
) -> None:
    """0.10.0 comes after 0.9.0; an old bundle is signed too, and stays an old one."""
    made = {
        name: tiny_bundle(tmp_path / name, name, number=name.split("_")[0], made=when, key=key)
        for name, when in (
            ("0.9.0", "20250101000000"),
            ("0.10.0", "20250201000000"),
            ("0.9.9", "20250301000000"),
            ("0.10.0_earlier", "20250115000000"),
        )
    }
    tars = {name: signed(made[name], tmp_path / f"{name}.tar", key) for name in made}

    assert run(place, "apply", tars["0.9.0"])[0] == 0
    assert run(place, "apply", tars["0.10.0"])[0] == 0
    # On trial it may be replaced by anything that is newer than what came up.
    assert run(place, "attempt")[0] == run(place, "confirm")[0] == 0
    assert current(place) == made["0.10.0"].version

    for older in ("0.9.0", "0.9.9", "0.10.0_earlier"):
        for command in ("apply", "install"):
            status, said = run(place, command, tars[older])
            assert (status, len(said.splitlines())) == (2, 1), said
            assert f"is older than {made['0.10.0'].version}, which is here" in said
    assert current(place) == made["0.10.0"].version

    assert run(place, "apply", tars["0.10.0"]) == (
        0,
        f"{made['0.10.0'].version} is there already: nothing to do\n",
    )
    status, said = run(place, "apply", "--downgrade", tars["0.9.9"])
    assert (status, current(place)) == (0, made["0.9.9"].version), said
    for _ in range(steps.MOST + 1):
        run(place, "attempt")
    assert current(place) == made["0.10.0"].version, "going back by itself is no downgrade"


def test_another_key_is_taken_once_root_says_so(
    place: Installation, tmp_path: Path, key: Key
) -> None:
    other = new_key(tmp_path / "other")
    tar = signed(tiny_bundle(tmp_path / "bundle", key=other), tmp_path / "new.tar", other)
    status, said = run(place, "apply", tar)
    assert (status, key.fingerprint in said, current(place)) == (2, True, None)
    status, said = run(place, "trust", other.public)
    assert (status, other.fingerprint in said) == (0, True)
    assert run(place, "key")[1].split()[-1] == other.fingerprint
    assert run(place, "apply", tar)[0] == 0
    old = signed(tiny_bundle(tmp_path / "old", number="2", key=key), tmp_path / "old.tar", key)
    assert run(place, "apply", old)[0] == 2, "the lost key is good for nothing now"


def test_an_unpacked_bundle_is_for_the_first_time_only(
    place: Installation, tmp_path: Path, key: Key
) -> None:
    first, later = tiny_bundle(tmp_path / "1"), tiny_bundle(tmp_path / "2", "new", number="0.2")
    for _ in range(2):
        assert run(place, "apply", "--unpacked", first.folder)[0] == 0
    for command in ("apply", "check"):
        status, said = run(place, command, "--unpacked", later.folder)
        assert (status, "takes the signed file alone" in said) == (2, True)
    assert current(place) == first.version


def test_a_python_without_its_pip_names_the_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sysconfig.get_config_var", lambda name: str(tmp_path))
    with pytest.raises(steps.UpdateError, match="install python3-venv"):
        pythons_pip(tmp_path)


# ---- what is in a bundle runs as somebody who may do nothing

SPY = """
import os, socket
def may(what, do):
    try:
        do()
    except OSError as error:
        return f"{what}: no, {error.errno}"
    return f"{what}: YES"
# What it sees is told by the build's own sentence: nothing else comes out of there.
raise SystemExit("; ".join((
        f"{os.getuid()}; {os.geteuid()}; {os.getgroups()}",
        str([line.split()[1] for line in open("/proc/self/status") if line.startswith("Cap")]),
        may("read", lambda: open("@data@/matches").read()),
        may("write", lambda: open("@open@/planted", "w")),
        may("elsewhere", lambda: open("/var/tmp/khvatka-planted", "w")),
        may("network", lambda: socket.create_connection(("127.0.0.1", @port@), 3)),
        may("become", lambda: os.setuid(0)),
)))
"""


@root_alone
def test_what_is_in_a_bundle_runs_without_rights(
    place: Installation, tmp_path: Path, key: Key
) -> None:
    """A .pth runs whenever Python starts: pip, `khvatka --version`. It sees nothing of the table's,
    no network, nothing to write to, and never root's rights."""
    data = place.root / "var/lib/khvatka"
    data.mkdir(parents=True)
    data.chmod(0o750)
    (data / "matches").write_text("played")
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    with socket.create_server(("127.0.0.1", 0)) as server:
        spy = SPY.replace("@data@", str(data)).replace("@open@", str(tmp_path / "open"))
        spy = spy.replace("@port@", str(server.getsockname()[1]))
        more = {"spy.pth": "import spying\n", "spying.py": spy}
        bundle = tiny_bundle(tmp_path / "bundle", key=key, more=more)
        status, said = run(place, "apply", signed(bundle, tmp_path / "spy.tar", key))
    assert (status, current(place)) == (2, None), said
    assert f"{BUILDER}; {BUILDER}; []" in said
    assert said.count("0000000000000000") >= 5, "no capability of any kind"
    assert (said.count(": no"), "YES" in said) == (5, False), said
    assert list((tmp_path / "open").iterdir()) == []
    assert not Path("/var/tmp/khvatka-planted").exists()
    assert not list((place.versions / "venvs").iterdir())


@root_alone
def test_what_was_built_is_roots_and_nobody_elses(
    place: Installation, tmp_path: Path, key: Key
) -> None:
    """Whatever a wheel does to the version while it is built: rights for all, links out of it."""
    harm = """
import os
for folder, folders, names in os.walk(os.environ["HOME"] + "/venvs"):
    for name in names:
        if not os.path.islink(os.path.join(folder, name)):
            os.chmod(os.path.join(folder, name), 0o6777)
"""
    more = {"harm.pth": "import harm\n", "harm.py": harm}
    bundle = tiny_bundle(tmp_path / "bundle", key=key, more=more)
    status, said = run(place, "apply", signed(bundle, tmp_path / "harm.tar", key))
    assert status == 0, said
    assert not list(place.versions.rglob("site-packages/pip")), "nothing there runs it"
    for path in place.versions.rglob("*"):
        found = path.lstat()
        assert found.st_uid == found.st_gid == 0, path
        assert path.is_symlink() or found.st_mode & 0o7022 == 0, path
        assert path.is_symlink() or path.is_dir() or path.is_file()


@root_alone
def test_a_link_out_of_a_version_is_refused(place: Installation, tmp_path: Path, key: Key) -> None:
    harm = """
import os, glob
for there in glob.glob(os.environ["HOME"] + "/venvs/*/bin"):
    if not os.path.islink(there + "/planted"):
        os.symlink("/etc/shadow", there + "/planted")
"""
    more = {"harm.pth": "import harm\n", "harm.py": harm}
    bundle = tiny_bundle(tmp_path / "bundle", key=key, more=more)
    status, said = run(place, "apply", signed(bundle, tmp_path / "harm.tar", key))
    assert (status, "'bin/planted' in it is no plain file" in said) == (2, True), said
    assert current(place) is None


@root_alone
def test_what_a_bundle_fills_is_bounded(place: Installation, tmp_path: Path, key: Key) -> None:
    """It writes for ever wherever it can: that ends in its own memory, and the card has nothing."""
    fill = """
import os
block = bytes(16 << 20)
for n in range(10_000):
    with open(os.environ["HOME"] + f"/fill{n}", "wb") as file:
        file.write(block)
"""
    more = {"fill.pth": "import fill\n", "fill.py": fill}
    bundle = tiny_bundle(tmp_path / "bundle", key=key, more=more)
    said = run(place, "apply", signed(bundle, tmp_path / "fill.tar", key))[1]
    filled = sum(path.lstat().st_size for path in place.root.rglob("*"))
    assert filled < 256 << 20, said
    assert not list(place.root.rglob("fill[0-9]*"))


def test_a_wheel_that_is_a_bomb_is_not_unpacked(
    place: Installation, tmp_path: Path, key: Key
) -> None:
    """600 MB of zeros in 3 MB."""
    folder = tiny_bundle(tmp_path / "bundle", key=key).folder
    with (
        zipfile.ZipFile(
            folder / "wheels/bomb-1-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED, compresslevel=1
        ) as zipped,
        zipped.open("bomb.txt", "w") as inside,
    ):
        for _ in range(60):
            inside.write(bytes(10 << 20))
    bundle = seal(folder, "0.1.0", "20250101000000")
    status, said = run(place, "apply", signed(bundle, tmp_path / "bomb.tar", key))
    assert (status, "more than 512 MiB" in said, len(said.splitlines())) == (2, True, 1), said


def test_what_a_build_says_is_shown_without_what_moves_the_cursor(
    place: Installation, tmp_path: Path, key: Key
) -> None:
    more = {"said.pth": "import said\n", "said.py": 'raise SystemExit("\\x1b[2Jgone\\x07" * 500)\n'}
    bundle = tiny_bundle(tmp_path / "bundle", key=key, more=more)
    status, said = run(place, "apply", signed(bundle, tmp_path / "said.tar", key))
    assert (status, len(said.splitlines()), len(said) < 1000) == (2, 1, True)
    assert said.strip().isprintable()
