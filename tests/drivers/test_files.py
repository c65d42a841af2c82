"""Files that people name: whatever they are, a sentence at once or what is in them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.i18n import Words
from drivers import files
from drivers.errors import ConfigError
from drivers.files import MOST_BYTES, read_file, read_json, read_text, read_toml, write_file

assert sys.platform == "linux", "signals, pipes and terminals are POSIX's"


class One(msgspec.Struct):
    """A file of one key."""

    a: Annotated[int, msgspec.Meta(lt=1000)]


def told(read: Callable[[], object]) -> str:
    with pytest.raises(ConfigError) as raised:
        read()
    text = str(raised.value)
    assert "\n" not in text
    return text


def test_what_others_alone_may_read_is_told_with_that_mend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)  # root may read everything
    assert "may not be read: run this as its owner" in told(lambda: read_file(tmp_path / "mine"))


def test_a_folder_a_device_and_nothing_are_told(tmp_path: Path) -> None:
    assert "is a folder: name a file" in told(lambda: read_file(tmp_path))
    assert "is a device" in told(lambda: read_file(Path("/dev/zero")))
    assert "No such file" in told(lambda: read_file(tmp_path / "none"))
    assert "Not a directory" in told(lambda: read_file(Path("/dev/null/x")))
    assert "null" in told(lambda: read_file(tmp_path / "a\0b"))
    (tmp_path / "loop").symlink_to("loop")
    assert "symbolic links" in told(lambda: read_file(tmp_path / "loop"))
    assert read_file(Path(os.devnull)) == b""


def test_nobody_waits_for_a_fifo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SILENCE_S", 0.01)
    os.mkfifo(tmp_path / "fifo")
    assert "nothing comes out of this pipe" in told(lambda: read_file(tmp_path / "fifo"))
    assert "cannot be written" in told(lambda: write_file(tmp_path / "fifo", b"a"))


def test_a_pipe_is_read_to_its_end_and_its_silence_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SILENCE_S", 0.01)
    reading, writing = os.pipe()
    place = Path(f"/dev/fd/{reading}")
    os.write(writing, b"a = 1")
    assert "nothing comes out" in told(lambda: read_file(place))
    os.write(writing, b"b = 2")
    os.close(writing)
    assert read_toml(place, dict[str, int]) == {"b": 2}
    os.close(reading)


@pytest.mark.slow
def test_what_a_shell_substitutes_is_a_file(tmp_path: Path) -> None:
    script = (
        f"{sys.executable} -m console play --headless --seed 1 --config <(echo '[game'; sleep 0)"
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("khvatka: /dev/fd/")
    assert "line 1" in done.stderr


def test_a_file_without_end_is_told(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert "is larger than 64 MB" in told(lambda: read_file(tmp_path / "large"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"a = " + b"[" * 50_000, "is nested too deeply"),
        (b"a = " + b"{b=" * 50_000, "is nested too deeply"),
        (b"a = " + b"9" * 5_000, "digits"),
        (b"a = \xff", "is no text in UTF-8"),
        ("a = 1".encode("utf-16"), "is no text in UTF-8"),
        (b"a = 1\0", "line 1"),
        (b"a = 'x'", "Expected `int`, got `str` - at `a`"),
        (b"a = 9223372036854775808000", "Expected `int` <= 999 - at `a`"),
    ],
)
def test_bad_toml_is_one_sentence(text: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_bytes(text)
    sentence = told(lambda: read_toml(path, One))
    assert sentence.startswith(str(path))
    assert said in sentence


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"a = 'x'", "здесь ожидается целое число, а не текст — `a`"),
        (b"a = 1.5", "здесь ожидается целое число, а не дробное число — `a`"),
        (b"a = 1000", "здесь ожидается целое число не больше 999 — `a`"),
        (b"[a]", "здесь ожидается целое число, а не раздел — `a`"),
    ],
)
def test_bad_toml_is_told_in_words_of_the_reader(text: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_bytes(text)
    with pytest.raises(ConfigError) as caught:
        read_toml(path, One)
    assert said in Words("ru").translated(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'{"a":' + b"[" * 100_000, "is nested too deeply"),
        (b'{"a":' * 100_000, "is nested too deeply"),
        (b"1e99999", ""),
        (b"9" * 100_000, ""),
        (b"\xff", ""),
        (b"", ""),
        (b"\0", ""),
    ],
)
def test_bad_json_is_one_sentence(text: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(text)
    assert said in told(lambda: read_json(path, dict[str, Any]))


def test_an_editors_mark_at_the_begin_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("a = 1", encoding="utf-8-sig")
    (tmp_path / "a.json").write_text('{"a":1}', encoding="utf-8-sig")
    assert read_text(tmp_path / "a.toml") == "a = 1"
    assert read_toml(tmp_path / "a.toml", dict[str, int]) == {"a": 1}
    assert read_json(tmp_path / "a.json", dict[str, int]) == {"a": 1}


@given(st.binary(max_size=200))
def test_any_bytes_are_values_or_one_sentence(data: bytes) -> None:
    reading, writing = os.pipe()
    try:
        os.write(writing, b"#" + data)
        os.close(writing)
        read_toml(Path(f"/dev/fd/{reading}"), dict[str, Any])
    except ConfigError:
        pass
    finally:
        os.close(reading)


def test_a_file_is_written_as_a_whole_or_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "out"
    write_file(path, b"old")
    (tmp_path / "link").symlink_to(path)
    write_file(tmp_path / "link", b"new")
    assert (path.read_bytes(), (tmp_path / "link").is_symlink()) == (b"new", True)
    script = (
        "import resource; from pathlib import Path; from drivers.files import write_file;"
        " resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));"
        f" write_file(Path({str(path)!r}), b'x' * 5000)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert b"cannot be written (File too large)" in done.stderr
    assert path.read_bytes() == b"new"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link", "out"]
    assert "is a directory" in told(lambda: write_file(tmp_path, b"a")).lower()
    (tmp_path / "loop").symlink_to("loop")
    assert "cannot be written" in told(lambda: write_file(tmp_path / "loop" / "out", b"a"))
    write_file(tmp_path / "loop", b"instead of links that lead nowhere")
    assert (tmp_path / "loop").read_bytes()
    write_file(tmp_path / ("n" * 255), b"a name as long as they get")


def test_what_stops_in_the_midst_of_writing_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (path := tmp_path / "out").write_bytes(b"old")

    def stopped(handle: int) -> None:
        raise SystemExit(130)  # as a signal does

    monkeypatch.setattr(os, "fsync", stopped)
    with pytest.raises(SystemExit):
        write_file(path, b"new")
    assert [(each, each.read_bytes()) for each in tmp_path.iterdir()] == [(path, b"old")]


def test_a_pipe_and_a_device_are_written_into() -> None:
    reading, writing = os.pipe()
    write_file(Path(f"/dev/fd/{writing}"), b"told")
    os.close(writing)
    assert os.read(reading, 10) == b"told"
    os.close(reading)
    assert "No space left" in told(lambda: write_file(Path("/dev/full"), b"told"))
