"""A file that holds no crash, or one of another version, is one sentence with the mend."""

from __future__ import annotations

import gzip
import tracemalloc
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from console.cli import main
from console.i18n import Words
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import Who
from console.wiring.crash import bundle
from console.wiring.crash.bundle import BundleProblem, read_bundle
from console.wiring.crash.crash_replay import replay_crash
from console.wiring.crash.journal import Journal, Masks, read_line
from drivers.errors import ConfigError
from drivers.events import Fault, SourceFault
from tests.console.wiring.crash.test_crash import MANIFEST
from tests.drivers.controller.misfits import misfits


@pytest.mark.parametrize("content", [b"", b"PK", b"nothing of the kind"])
def test_another_file_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.crash"
    path.write_bytes(content)
    with pytest.raises(BundleProblem, match=r"x\.crash"):
        read_bundle(path)
    with pytest.raises(ConfigError, match=r"none\.crash"):
        read_bundle(tmp_path / "none.crash")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        gzip.compress(b""),
        gzip.compress(b'{"when": "\xff"}\n'),
        gzip.compress(b'name = "x"\n'),
        gzip.compress(b"{}\n")[:9],
        gzip.compress(msgspec.json.encode(MANIFEST) + b"\n" + b"[]\n" * 1000)[:-9],
        gzip.compress(b'{"more":' * 100_000),
        b"garbage",
    ],
    ids=(
        "empty",
        "nothing",
        "no text",
        "no JSON",
        "cut",
        "cut later",
        "deep",
        "garbage",
    ),  # else by the second
)
def test_what_is_none_is_one_sentence_with_the_mend(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "other.crash"
    path.write_bytes(data)
    with pytest.raises(BundleProblem) as told:
        read_bundle(path)
    mend = "name one of crashes/*.crash in the folder of the table's data"
    assert str(told.value) == f"{path} is no crash of Khvatka: {mend}"


@pytest.mark.parametrize(
    "of_a_stranger",
    [{"seats": 10**9}, {"seats": 0}, {"size": (60_000, 60_000)}, {"size": (-1, 1)}],
    ids=str,
)
def test_no_table_is_made_for_seats_or_a_screen_that_none_has(
    of_a_stranger: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "other.crash"
    manifest = msgspec.structs.replace(MANIFEST, **of_a_stranger)
    path.write_bytes(gzip.compress(msgspec.json.encode(manifest) + b"\n"))
    with pytest.raises(BundleProblem, match="of another version"):
        read_bundle(path)


def test_what_unpacks_to_more_than_any_crash_takes_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "MOST_UNPACKED", 1 << 26)
    beginning = msgspec.json.encode(MANIFEST) + b"\n"
    endless, line = tmp_path / "endless.crash", tmp_path / "line.crash"
    endless.write_bytes(gzip.compress(beginning + b"\0" * (1 << 27)))
    line.write_bytes(gzip.compress(beginning + b"\0" * (1 << 25)))
    tracemalloc.start()
    try:
        with pytest.raises(BundleProblem, match=r"endless\.crash: is larger than 64 MB"):
            read_bundle(endless)
        with pytest.raises(BundleProblem, match="the journal of the crash is damaged"):
            replay_crash(read_bundle(line))
        assert tracemalloc.get_traced_memory()[1] < 1 << 25
    finally:
        tracemalloc.stop()


def test_a_crash_of_another_version_is_told_in_ones_own_language(tmp_path: Path) -> None:
    path = tmp_path / "other.crash"
    path.write_bytes(gzip.compress(b"{}\n"))
    with pytest.raises(BundleProblem, match=r"of another version .missing required field") as told:
        read_bundle(path)
    said = told.value.translated(Words("ru")._)
    assert "сбой другой версии (не хватает ключа `when`)" in said


def test_a_pad_that_does_not_fit_comes_back_in_every_language() -> None:
    table = Table((Who.PERSON,) * 4, Settings(), lambda: 1)
    journal = Journal(table)
    sent = tuple(misfits(4))
    for misfit in sent:
        table.handle(SourceFault("pad", Fault.SILENT, True, 9, misfit=misfit))
    lines = gzip.decompress(journal.packed()).splitlines()[-len(sent) :]
    told = [read_line(line)[1]["event"].misfit for line in lines]
    assert journal.complete
    assert len(told) == len(sent)
    for one, other in zip(told, sent, strict=True):
        assert one == other
        for words in (Words("en"), Words("ru")):
            assert words.translated(one.sentence) == words.translated(other.sentence)


def test_of_a_name_within_a_name_nothing_is_left() -> None:
    masks = Masks()
    masks.of({"names": ["Анна", "Анна Б"]})
    assert masks.clean("Анна Б and Анна") == "#2 and #1"


@pytest.mark.parametrize("words", ["x", "none.crash", "-1"])
def test_no_match_and_no_crash_is_one_sentence(words: str) -> None:
    result = CliRunner().invoke(main, ["replay", words])
    assert result.exit_code == 2
    assert "Traceback" not in result.output
