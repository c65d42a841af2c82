"""`make firmware`: what was compiled becomes a UF2 file, or one sentence says why not."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from deploy.firmware.__main__ import main
from drivers.controller.program import packed

IMAGE = b"khvatka-pad 1.0.0 0123456789ab"


def made(out: Path, built: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Its status, where MicroPython has been compiled into ``built``."""
    (built / "firmware.bin").write_bytes(IMAGE)
    (built / "LICENSES.txt").write_text("free")
    done = subprocess.CompletedProcess([], 0, f"{built}\n", "")
    monkeypatch.setattr(subprocess, "run", lambda *args, **given: done)
    monkeypatch.setattr("sys.argv", ["firmware", "--out", str(out)])
    return main()


def test_the_uf2_has_its_licences_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (out := tmp_path / "out").mkdir()
    assert made(out / "pad.uf2", tmp_path, monkeypatch) == 0
    assert (out / "pad.uf2").read_bytes() == packed(IMAGE)
    assert (out / "pad.LICENSES.txt").read_text() == "free"
    assert "program 1.0.0, sources 0123456789ab" in capsys.readouterr().out


@pytest.mark.parametrize("out", ["missing/pad.uf2", "firmware.bin/pad.uf2", ""])
def test_where_it_cannot_be_written_is_one_sentence(
    out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert made(tmp_path / out, tmp_path, monkeypatch) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert f"{tmp_path / out}: cannot be written" in said.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["LICENSES.txt", "firmware.bin"]
