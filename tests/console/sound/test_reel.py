"""`khvatka sound reel`: every sound is in the file where the list says it is."""

from __future__ import annotations

import json
import wave as wav
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from console.cli import main
from console.sound.loudness import SAMPLE_RATE, momentary_lufs
from console.sound.waves import wave
from console.table.outputs import Cue


def read(file: Path) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    with wav.open(str(file), "rb") as reader:
        assert (reader.getnchannels(), reader.getsampwidth()) == (1, 2)
        assert reader.getframerate() == SAMPLE_RATE
        return np.frombuffer(reader.readframes(reader.getnframes()), "<i2") / 32767


def test_every_sound_is_where_the_list_says_and_as_loud(tmp_path: Path) -> None:
    file = tmp_path / "reel.wav"
    done = CliRunner().invoke(main, ["sound", "reel", str(file), "--json"])
    assert done.exit_code == 0, done.stderr
    whole = read(file)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["cue"] for each in found] == [cue.value for cue in Cue]
    silent = np.ones(len(whole), bool)
    for each in found:
        at = round(each["at_s"] * SAMPLE_RATE)
        sound = whole[at : at + round(each["duration_s"] * SAMPLE_RATE)]
        assert np.max(np.abs(sound - wave(Cue(each["cue"])))) < 1e-4
        assert momentary_lufs(sound) == pytest.approx(each["momentary_lufs"], abs=0.05)
        silent[at : at + len(sound)] = False
    assert not whole[silent].any()


@pytest.mark.slow
@pytest.mark.parametrize(("language", "word"), [("ru", "партия"), ("en", "match is won")])
def test_people_are_told_what_each_sound_says(tmp_path: Path, language: str, word: str) -> None:
    line = ["sound", "reel", str(tmp_path / "reel.wav"), "--lang", language]
    done = CliRunner().invoke(main, line)
    assert done.exit_code == 0
    assert word in done.stdout
    assert len(done.stdout.splitlines()) == 1 + len(Cue)


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["sound", "reel", str(tmp_path / "no" / "reel.wav")])
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""
    line = ["sound", "reel", str(tmp_path), "--lang", "ru"]
    assert "(это папка)" in CliRunner().invoke(main, line).stderr
