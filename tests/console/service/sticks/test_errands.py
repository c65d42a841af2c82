"""What is done on a stick that somebody has prepared: a sentence at most, nothing else touched."""

from __future__ import annotations

import fcntl
import json
import os
import stat
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.i18n import Words
from console.service.sticks import errands
from console.service.sticks.errands import ErrandAnswer, Export, Newest, StickRoom, newness, perform
from console.service.sticks.folder import MOST, StickFolder, write_in_new
from console.service.sticks.mounted import Stick
from console.service.store import ServiceStore
from tests.console.service.sticks.conftest import Mount
from tests.console.store.test_power_cut import fast_folder
from tests.posix import is_root, make_pipe

assert sys.platform == "linux", "it makes devices, and sticks that are torn out"

DAY = "2026-05-02"
NAMES = tuple(f"khvatka-{DAY}/{name}" for name in ("audits.json", "audits.csv", "matches.csv"))
EN = Words("en")
FS_IOC_SHUTDOWN = 0x8004587D
OLD = (f"khvatka-audits-{DAY}.json", f"khvatka-audits-{DAY}.json.new")
"""What files on a stick were once called."""


def export(stick: Path, store: ServiceStore, *, named: bool = False) -> ErrandAnswer:
    return perform(Export(bytes(stick), bytes(store.path), DAY, named=named), Words("en"))


def seen(folder: Path) -> dict[Path, tuple[int, bytes]]:
    """All below a folder: kinds and contents; of what is no file where a link leads."""
    found = {}
    for path in sorted(folder.rglob("*")):
        kind = stat.S_IFMT(path.lstat().st_mode)
        content = path.read_bytes() if kind == stat.S_IFREG else b""
        found[path] = kind, os.readlink(path).encode() if kind == stat.S_IFLNK else content
    return found


@contextmanager
def untouched(*folders: Path) -> Iterator[None]:
    """Nothing that was there is another afterwards; something new may be."""
    before = {folder: seen(folder) for folder in folders}
    yield
    for folder, was in before.items():
        assert seen(folder).items() >= was.items()


def link(place: Path, store: ServiceStore) -> None:
    place.symlink_to(store.path)


def folder_link(place: Path, store: ServiceStore) -> None:
    place.symlink_to(store.path.parent)


def dangling(place: Path, store: ServiceStore) -> None:
    place.symlink_to(store.path.parent / "made")


def pipe(place: Path, store: ServiceStore) -> None:
    make_pipe(place)


def file(place: Path, store: ServiceStore) -> None:
    place.write_text("mine")


def device(place: Path, store: ServiceStore) -> None:
    os.mknod(place, stat.S_IFCHR | 0o666, os.makedev(1, 7))  # /dev/full


def folder(place: Path, store: ServiceStore) -> None:
    place.mkdir()
    (place / "audits.json").symlink_to(store.path)


TRAPS = (link, folder_link, dangling, pipe, file, folder, device)
Trap = Callable[[Path, ServiceStore], None]


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.__name__)
def test_the_match_log_survives_a_prepared_stick(
    stick: Path, store: ServiceStore, trap: Trap
) -> None:
    """Whatever lies there by any name that an export has or had: the export is beside it."""
    if trap is device and not is_root():
        pytest.skip("only root makes devices")
    for name in (*OLD, f"khvatka-{DAY}", f"khvatka-{DAY}-2"):
        trap(stick / name, store)
    with untouched(stick, store.path.parent):
        answer = export(stick, store)
    assert answer.failure is None
    made = stick / f"khvatka-{DAY}-3"
    assert {path.name for path in made.iterdir()} == {"audits.json", "audits.csv", "matches.csv"}
    assert json.loads((made / "audits.json").read_bytes())["plays"] == 2
    assert {name[: len(store.path.name)] for name in os.listdir(store.path.parent)} == {
        store.path.name
    }, "its own log is what SQLite lays beside it"


def test_exports_of_one_day_lie_beside_each_other(stick: Path, store: ServiceStore) -> None:
    assert export(stick, store) == ErrandAnswer(names=NAMES)
    with untouched(stick):
        assert export(stick, store).names[0] == f"khvatka-{DAY}-2/audits.json"


def test_a_name_in_capitals_is_taken_where_the_stick_says_so(
    stick: Path, store: ServiceStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is taken is what the stick refuses, not what a list of names says (VFAT)."""
    taken = {f"khvatka-{DAY}"}
    make = StickFolder.make

    def vfat(self: StickFolder, name: bytes) -> None:
        if name.decode() in taken:
            raise FileExistsError(17, "File exists")
        make(self, name)

    monkeypatch.setattr(StickFolder, "make", vfat)
    assert export(stick, store).names[0] == f"khvatka-{DAY}-2/audits.json"


def test_when_all_names_are_taken_that_is_said(stick: Path, store: ServiceStore) -> None:
    for number in range(1, MOST + 1):
        (stick / (f"khvatka-{DAY}" + (f"-{number}" if number > 1 else ""))).touch()
    with untouched(stick):
        answer = export(stick, store)
    assert answer.failure is not None
    assert answer.failure.endswith("too many exports of this day: delete some")
    assert len(os.listdir(stick)) == MOST


@pytest.mark.parametrize("trap", [pipe, file, device], ids=lambda trap: trap.__name__)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_what_is_no_folder_is_one_sentence(
    tmp_path: Path, store: ServiceStore, trap: Trap, lang: str
) -> None:
    """A pipe in a stick's place made the table wait until its watchdog ended it."""
    if trap is device and not is_root():
        pytest.skip("only root makes devices")
    place = tmp_path / "place"
    trap(place, store)
    for errand in (Export(bytes(place), bytes(store.path), DAY), Newest(bytes(place))):
        answer = perform(errand, Words(lang))
        assert answer.failure is not None
        assert str(place) in answer.failure
        assert {"en": "own", "ru": "не папка"}[lang] in answer.failure
        assert "\n" not in answer.failure


# -- what a stick refuses ------------------------------------------------------------------------


def test_a_full_stick_is_said_and_nothing_is_left_behind(mount: Mount, store: ServiceStore) -> None:
    stick = mount("tmpfs", "-o", "size=16k")
    (stick / "mine").write_bytes(bytes(8_000))
    with untouched(stick, store.path.parent):
        answer = export(stick, store)
    assert answer.failure == f"{stick} is full: delete something on it or take another stick"
    assert os.listdir(stick) == ["mine"]


@pytest.mark.parametrize("kind", ["tmpfs", "ext4"])
def test_a_stick_that_may_not_be_written_is_said(
    mount: Mount, store: ServiceStore, kind: str
) -> None:
    stick = mount(kind, "-o", "ro")
    answer = export(stick, store)
    assert answer.failure is not None
    assert answer.failure.startswith(f"{stick} cannot be written")


@pytest.mark.parametrize("after", range(5))
def test_a_stick_that_is_pulled_out_in_the_middle_is_said(
    mount: Mount, store: ServiceStore, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """Before one of the five syncs nothing more reaches it."""
    stick = mount("ext4")
    synced: list[int] = []
    fsync = os.fsync

    def sync(handle: int) -> None:
        if len(synced) == after:
            fcntl.ioctl(handle, FS_IOC_SHUTDOWN, struct.pack("I", 2))
        synced.append(handle)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", sync)
    with untouched(store.path.parent):
        answer = export(stick, store)
    assert answer.failure == f"{stick} failed (Input/output error): take another stick"


@pytest.mark.parametrize("after", range(3))
def test_what_is_not_wanted_any_more_is_taken_back(stick: Path, after: int) -> None:
    asked: list[bool] = []

    def wanted() -> bool:
        asked.append(len(asked) < after)
        return asked[-1]

    (stick / "new").mkdir()
    with pytest.raises(InterruptedError):
        write_in_new(StickFolder(bytes(stick)), "new", {"a": b"1", "b": b"2", "c": b"3"}, wanted)
    assert os.listdir(stick) == ["new"]


def test_files_and_all_names_are_synced(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(os.readlink(f"/proc/self/fd/{fd}")))
    write_in_new(StickFolder(bytes(stick)), "new", {"a": b"1", "b": b"2"})
    assert synced == [f"{stick}/new/a", f"{stick}/new/b", f"{stick}/new", str(stick)]


# -- a folder that somebody named ----------------------------------------------------------------


def test_a_folder_that_was_named_may_be_reached_by_a_link(
    stick: Path, tmp_path: Path, store: ServiceStore
) -> None:
    (tmp_path / "mine").symlink_to(stick)
    answer = export(tmp_path / "mine", store, named=True)
    assert (answer.failure, answer.on_stick, len(answer.names)) == (None, False, 3)
    assert len(os.listdir(stick / f"khvatka-{DAY}")) == 3


def test_on_a_stick_no_link_leads_anywhere(
    stick: Path, tmp_path: Path, store: ServiceStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errands, "find_sticks", lambda: (Stick(stick),))
    (stick / "tables" / "2026").mkdir(parents=True)
    (stick / "evil").symlink_to(store.path.parent)
    (tmp_path / "home").symlink_to(stick)
    answer = export(stick / "tables" / "2026", store, named=True)
    assert (answer.failure, answer.on_stick) == (None, True)
    with untouched(stick, store.path.parent):
        refused = export(stick / "evil", store, named=True)
    assert refused.failure == f"{stick}/evil is no folder of the stick's own: name another"
    assert export(tmp_path / "home", store, named=True).on_stick, "a link of one's own leads there"


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("nowhere", "there is no folder {}: make it first, or name another"),
        ("data/khvatka.sqlite3", "{} is no folder: name another"),
    ],
)
def test_a_folder_that_is_none_is_told_how_to_mend(
    tmp_path: Path, store: ServiceStore, place: str, said: str
) -> None:
    answer = export(tmp_path / place, store, named=True)
    assert (answer.failure, answer.on_stick) == (said.format(tmp_path / place), True)


# -- names and numbers ---------------------------------------------------------------------------

ANY_NAME = st.binary(min_size=1, max_size=255).filter(
    lambda name: not {0, 47} & set(name) and name not in (b".", b"..")
)


@given(st.lists(ANY_NAME, max_size=8), ANY_NAME)
def test_names_in_any_bytes_hinder_nothing(
    tmp_path_factory: pytest.TempPathFactory, names: list[bytes], last: bytes
) -> None:
    place = bytes(tmp_path_factory.mktemp("stick")) + b"/" + last
    os.mkdir(place)
    for name in names:
        with open(place + b"/" + name, "wb") as made:
            made.write(b"1")
    with open(place + b"/khvatka-1.2-aarch64.tar", "wb") as bundle:
        bundle.write(b"1")
    assert perform(Newest(place), EN) == ErrandAnswer(names=("khvatka-1.2-aarch64.tar",))
    assert write_in_new(StickFolder(place), "khvatka", {"a": b"1"}).startswith("khvatka")
    missing = perform(Newest(place + b"/khvatka/gone"), EN).failure
    assert missing is not None
    assert missing.isprintable()


@pytest.mark.slow
def test_a_hundred_thousand_files_hinder_nothing(store: ServiceStore) -> None:
    with fast_folder() as stick:
        for number in range(100_000):
            os.close(os.open(stick / f"khvatka-{DAY}-{number + 2}.txt", os.O_CREAT | os.O_WRONLY))
        (stick / "khvatka-0.2.0-aarch64.tar").write_bytes(b"1")
        assert perform(Newest(bytes(stick)), EN).names == ("khvatka-0.2.0-aarch64.tar",)
        assert export(stick, store).names == NAMES


def test_more_files_than_anybody_has_are_one_sentence(
    stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errands, "MOST_FILES", 10)
    for number in range(11):
        (stick / str(number)).touch()
    answer = perform(Newest(bytes(stick)), EN)
    assert answer.failure == f"{stick} has more than 10 files: take a stick with fewer"


# -- bundles -------------------------------------------------------------------------------------


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.__name__)
def test_only_a_file_can_be_a_bundle(stick: Path, store: ServiceStore, trap: Trap) -> None:
    if trap is device and not is_root():
        pytest.skip("only root makes devices")
    trap(stick / "khvatka-9.0.0-aarch64.tar", store)
    (stick / "khvatka-8.0.0-aarch64.tar").touch()
    (stick / "khvatka-0.5.0-aarch64.tar").write_bytes(b"1")
    (stick / "khvatka-7.0.0-\u202eaarch64.tar").write_bytes(b"1")
    (stick / "khvatka-6.0.0-\n.tar").write_bytes(b"1")
    with (stick / "khvatka-5.0.0-aarch64.tar").open("wb") as huge:
        huge.truncate(2_000_000_000)
    expected = "khvatka-9.0.0-aarch64.tar" if trap is file else "khvatka-0.5.0-aarch64.tar"
    with untouched(store.path.parent):
        assert perform(Newest(bytes(stick)), EN).names == (expected,)


def test_the_newest_is_that_of_the_highest_version() -> None:
    names = [f"khvatka-{version}-aarch64.tar" for version in ("0.9.0", "0.10.0", "0.10.0.1", "1.0")]
    assert sorted(set(names), key=newness) == names


def test_the_room_is_told(stick: Path) -> None:
    told = perform(StickRoom(bytes(stick)), EN).room
    assert told is not None
    assert 0 < told[0] < told[1]
    assert perform(StickRoom(bytes(stick / "gone")), EN).failure is not None
