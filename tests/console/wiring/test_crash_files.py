"""A file that holds no crash, or one of another version, is one sentence with the mend."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from click.testing import CliRunner

from console.cli import main
from console.i18n import Words
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import Who
from console.wiring.crash.bundle import BundleProblem, read_bundle
from console.wiring.crash.journal import Journal, Masks, read_line
from drivers.errors import ConfigError
from drivers.events import Fault, SourceFault
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
        b"garbage",
    ],
    ids=("empty", "nothing", "no text", "no JSON", "cut", "garbage"),  # else by the second
)
def test_what_is_none_is_one_sentence_with_the_mend(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "other.crash"
    path.write_bytes(data)
    with pytest.raises(BundleProblem) as told:
        read_bundle(path)
    mend = "name one of crashes/*.crash in the folder of the table's data"
    assert str(told.value) == f"{path} is no crash of Khvatka: {mend}"


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
