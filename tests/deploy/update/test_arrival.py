"""What arrives on a stick: copied, verified with the owner's key, and only then looked at."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from deploy.bundle.keys import Key, sign
from deploy.update import arrival, signature
from deploy.update.arrival import MOST_BUNDLE, alone, no_links, receive, unpack, version_of
from deploy.update.place import Installation
from deploy.update.posix import user
from deploy.update.steps import UpdateError
from tests.deploy.install.fake import new_key, signed, tiny_bundle
from tests.posix import make_pipe


@pytest.fixture
def bundle(tmp_path: Path, key: Key) -> Path:
    """A bundle as its owner carries it."""
    return signed(tiny_bundle(tmp_path / "bundle", key=key), tmp_path / "khvatka.tar", key)


def taken(place: Installation, source: Path) -> str:
    """The version that is found in it. Raises UpdateError."""
    with alone(place.incoming) as folder:
        return version_of(receive(source, folder, place.signers), source)


def refused(place: Installation, source: Path, sentence: str) -> None:
    with pytest.raises(UpdateError, match=sentence) as error:
        taken(place, source)
    assert len(str(error.value).splitlines()) == 1
    assert list(place.incoming.iterdir()) == [], "nothing is left behind"


def test_what_the_owner_signed_is_taken(place: Installation, bundle: Path) -> None:
    assert taken(place, bundle).startswith("0.1.0-20250101000000-")
    assert list(place.incoming.iterdir()) == []


def test_a_signed_bundle_is_a_tar_all_the_same(bundle: Path, tmp_path: Path) -> None:
    """A first installation is unpacked by hand."""
    (tmp_path / "by-hand").mkdir()
    subprocess.run(["tar", "-xf", bundle, "-C", tmp_path / "by-hand"], check=True)
    assert list((tmp_path / "by-hand").glob("*/deploy/install.sh"))


def test_what_nobody_signed_is_refused(place: Installation, tmp_path: Path, key: Key) -> None:
    tar = tmp_path / "unsigned.tar"
    with tarfile.open(tar, "w") as made:
        made.add(tiny_bundle(tmp_path / "bundle", key=key).folder, "khvatka")
    refused(place, tar, "it is not signed")


def test_what_somebody_else_signed_is_refused(place: Installation, tmp_path: Path) -> None:
    other = new_key(tmp_path / "somebody")
    tar = signed(tiny_bundle(tmp_path / "bundle", key=other), tmp_path / "other.tar", other)
    refused(place, tar, f"not signed with the key that this table trusts, {trusted(place)}")


def trusted(place: Installation) -> str:
    return signature.fingerprint(place.signers).replace("+", r"\+")


@pytest.mark.parametrize("at", ["begin", "middle", "end"])
def test_one_changed_bit_is_refused(place: Installation, bundle: Path, at: str) -> None:
    data = bytearray(bundle.read_bytes())
    content = data.rfind(signature.BEGIN)
    data[{"begin": 0, "middle": content // 2, "end": content - 1}[at]] ^= 1
    bundle.write_bytes(data)
    refused(place, bundle, "not signed with the key")


@pytest.mark.parametrize("lost", [1, 200, 600])
def test_what_is_not_whole_is_refused(place: Installation, bundle: Path, lost: int) -> None:
    bundle.write_bytes(bundle.read_bytes()[:-lost])
    refused(place, bundle, "it is not signed, or not whole")


def test_a_signature_for_something_else_is_refused(
    place: Installation, bundle: Path, key: Key
) -> None:
    """The owner signs commits and letters with the same key."""
    data = bundle.read_bytes()
    content = data[: data.rfind(signature.BEGIN)]
    command = ["ssh-keygen", "-Y", "sign", "-n", "git", "-f", str(key.private)]
    other = subprocess.run(command, input=content, capture_output=True, check=True).stdout
    bundle.write_bytes(content + other)
    refused(place, bundle, "not signed with the key")


def test_a_second_signature_does_not_hide_the_first(
    place: Installation, bundle: Path, key: Key
) -> None:
    """What stands between two signatures is signed by the second, or nothing is taken."""
    whole = bundle.read_bytes()
    bundle.write_bytes(whole + b"more" + whole[whole.rfind(signature.BEGIN) :])
    refused(place, bundle, "not signed with the key")


def test_what_changes_after_it_was_copied_changes_nothing(
    place: Installation, bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stick is somebody's: between the look and the use another file is there."""
    verify = signature.verify

    def swapped(content: Path, detached: Path, signers: Path, name: str) -> None:
        bundle.write_bytes(b"another")
        verify(content, detached, signers, name)
        bundle.unlink()

    monkeypatch.setattr(signature, "verify", swapped)
    assert taken(place, bundle).startswith("0.1.0-")


@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "device", "loop", "unreadable"])
def test_what_is_no_plain_file_is_refused_at_once(
    place: Installation, bundle: Path, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "khvatka-9.9.tar"
    match kind:
        case "link":
            path.symlink_to(bundle)
        case "pipe":
            make_pipe(path)
        case "folder":
            path.mkdir()
        case "device":
            path = Path("/dev/zero")
        case "loop":
            path.symlink_to(path)
        case "unreadable":
            path = Path("/proc/self/mem")
    refused(place, path, "cannot be copied" if kind == "unreadable" else "name a khvatka-….tar")


def test_a_huge_file_does_not_fill_the_card(
    place: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    huge = tmp_path / "huge.tar"
    with huge.open("wb") as file:
        file.truncate(2 << 30)  # sparse: the stick needs none of it
    monkeypatch.setattr(arrival, "MOST_BUNDLE", 4 << 20)
    refused(place, huge, "it is larger than 4 MiB")


def test_a_full_card_is_said_before_it_is_full(
    place: Installation, bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "deploy.update.arrival.shutil.disk_usage",
        lambda path: shutil._ntuple_diskusage(1 << 30, 1 << 30, 64 << 20),
    )
    refused(place, bundle, "there is no room for it here")


def test_one_update_at_a_time(place: Installation, bundle: Path) -> None:
    with alone(place.incoming), pytest.raises(UpdateError, match="another update is under way"):
        taken(place, bundle)
    assert taken(place, bundle)


def test_a_prepared_folder_is_not_used(place: Installation, bundle: Path, tmp_path: Path) -> None:
    """On a partition that somebody has put there."""
    place.versions.mkdir(parents=True)
    place.incoming.symlink_to(tmp_path)
    with pytest.raises(UpdateError, match="it is no folder"):
        taken(place, bundle)
    place.incoming.unlink()
    place.incoming.mkdir(0o777)
    place.incoming.chmod(0o777)
    with pytest.raises(UpdateError, match="others may reach it"):
        taken(place, bundle)


def test_what_a_cut_left_is_gone(place: Installation, bundle: Path) -> None:
    with alone(place.incoming) as folder:
        left = folder / "left"
        (left / "inner").mkdir(parents=True)
        (left / "inner/file").write_text("half")
        shutil.copytree(left, place.versions / "aside")
    shutil.move(place.versions / "aside", left)
    (place.incoming / "bundle.tar").write_bytes(b"half")
    assert taken(place, bundle)
    assert list(place.incoming.iterdir()) == []


# ---- what is in it


def tar_of(path: Path, *members: tarfile.TarInfo) -> Path:
    """A tar of members that hold nothing but zeros, whatever they are."""
    with tarfile.open(path, "w") as tar:
        for member in members:
            tar.addfile(member, io.BytesIO(bytes(member.size)))
    return path


def member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.linkname = kind, target
    return made


DEVICE = member("khvatka/device", tarfile.CHRTYPE)
FORBIDDEN = [
    member("/etc/passwd"),
    member("khvatka/../../etc/passwd"),
    member("./khvatka"),
    member("khvatka//x"),
    member("khvatka/link", tarfile.SYMTYPE, "/etc/shadow"),
    member("khvatka/link", tarfile.SYMTYPE, ".."),
    member("khvatka/link", tarfile.SYMTYPE, "inside/../../.."),
    member("khvatka/link", tarfile.LNKTYPE, "khvatka/VERSION"),
    member("khvatka/pipe", tarfile.FIFOTYPE),
    member("khvatka/sparse", tarfile.GNUTYPE_SPARSE),
    DEVICE,
    member("/".join("d" * 1500), tarfile.DIRTYPE),
]


@pytest.mark.parametrize("forbidden", FORBIDDEN, ids=lambda m: f"{m.type.decode()}{m.name[:30]}")
def test_what_is_no_plain_file_inside_is_refused(
    tmp_path: Path, forbidden: tarfile.TarInfo
) -> None:
    with pytest.raises(UpdateError):
        version_of(tar_of(tmp_path / "in.tar", forbidden), Path("in.tar"))
    with tarfile.open(tmp_path / "in.tar") as tar, pytest.raises(UpdateError):
        unpack(tar, tmp_path / "out", 10, 1000, no_links)
    assert not [path for path in (tmp_path / "out").rglob("*") if not path.is_dir()]


def test_a_file_of_less_than_nothing_makes_no_room_for_others(tmp_path: Path) -> None:
    """Newer Pythons read no such size."""
    tar_of(tmp_path / "in.tar", member("khvatka/less"))
    with tarfile.open(tmp_path / "in.tar") as tar:
        for inside in tar.getmembers():
            inside.size = -5
        with pytest.raises(UpdateError):
            unpack(tar, tmp_path / "out", 10, 1000, no_links)


def test_owners_and_marks_are_not_unpacked(tmp_path: Path) -> None:
    """Neither set-user bits nor rights of others, nor whose it was."""
    marked = member("program")
    marked.mode, marked.uid, marked.mtime = 0o6777, 12345, 1_000_000_000
    marked.pax_headers = {"SCHILY.xattr.user.mark": "x"}
    usual = os.umask(0o022)  # as khvatka-update does
    try:
        with tarfile.open(tar_of(tmp_path / "in.tar", marked, member("plain"))) as tar:
            unpack(tar, tmp_path / "out", 10, 1000, no_links)
    finally:
        os.umask(usual)
    found = (tmp_path / "out/program").stat()
    assert (found.st_mode & 0o7777, found.st_uid) == (0o755, user())
    assert found.st_mtime == marked.mtime, "Python's caches hold by it"
    assert sys.platform != "linux" or os.listxattr(tmp_path / "out/program") == []
    assert (tmp_path / "out/plain").stat().st_mode & 0o7777 == 0o644


def test_the_same_name_twice_is_refused(tmp_path: Path) -> None:
    made = tar_of(tmp_path / "in.tar", member("a"), member("a"))
    with tarfile.open(made) as tar, pytest.raises(UpdateError, match="cannot be unpacked"):
        unpack(tar, tmp_path / "out", 10, 1000, no_links)


def test_nothing_is_unpacked_through_a_link(tmp_path: Path) -> None:
    """A link beside it is fine; one that leads out is none of a virtual environment's."""
    members = [member("lib64", tarfile.SYMTYPE, "lib"), member("lib64/x")]
    with (
        tarfile.open(tar_of(tmp_path / "in.tar", *members)) as tar,
        pytest.raises(UpdateError, match="cannot be unpacked"),
    ):
        unpack(tar, tmp_path / "out", 10, 1000, lambda target: target == "lib")
    assert not (tmp_path / "lib").exists()


def test_too_much_is_refused_by_what_it_says_of_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = member("khvatka/bomb")
    bomb.size = MOST_BUNDLE + 1
    (tmp_path / "bomb.tar").write_bytes(bomb.tobuf(tarfile.GNU_FORMAT))
    with pytest.raises(UpdateError, match="there is too much in it"):
        version_of(tmp_path / "bomb.tar", Path("bomb.tar"))
    monkeypatch.setattr(arrival, "MOST_FILES", 2)
    many = tar_of(tmp_path / "many.tar", *(member(f"khvatka/{n}") for n in range(3)))
    with pytest.raises(UpdateError, match="there is too much in it"):
        version_of(many, many)
    for most_files, most in ((2, 1000), (10, 2)):
        large = member("large")
        large.size = 1
        big = tar_of(tmp_path / "big.tar", *(renamed(large, str(n)) for n in range(3)))
        with tarfile.open(big) as tar, pytest.raises(UpdateError, match="too much"):
            unpack(tar, tmp_path / f"out{most}", most_files, most, no_links)


def renamed(like: tarfile.TarInfo, name: str) -> tarfile.TarInfo:
    made = member(name)
    made.size = like.size
    return made


@pytest.mark.parametrize(
    ("version", "sentence"),
    [(None, "this is no bundle"), ("9.9", "its VERSION is"), ("../etc", "its VERSION is"),
     ("9.9-20250101000000-00000000\n\nx", "its VERSION is")],
)  # fmt: skip
def test_a_version_is_one_of_ours(
    place: Installation, tmp_path: Path, key: Key, version: str | None, sentence: str
) -> None:
    tar = tmp_path / "in.tar"
    with tarfile.open(tar, "w") as made:
        info = member("khvatka/VERSION" if version else "khvatka/other")
        info.size = len(version or "")
        made.addfile(info, io.BytesIO((version or "").encode()))
    sign(tar, key)
    refused(place, tar, sentence)
