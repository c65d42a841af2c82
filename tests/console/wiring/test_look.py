"""Settings become a look; the configuration file has a place for each comfort."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.config import load_config
from console.i18n import words_of
from console.table.settings import Settings
from console.wiring.look import look_of
from console.wiring.setup import settings_in
from drivers.errors import ConfigError

FILE = """
[table]
language = "en"
text = "large"
colours = "safe"
captions = true
unhurried = true
motion = false
sound = false
left_seats = [0, 3]
"""


def test_every_comfort_of_the_file_reaches_the_settings_and_the_look(tmp_path: Path) -> None:
    path = tmp_path / "khvatka.toml"
    path.write_text(FILE, encoding="utf-8")
    settings = settings_in(load_config(path))
    assert settings == Settings(
        language="en",
        text="large",
        colours="safe",
        captions=True,
        unhurried=True,
        motion=False,
        sound=False,
        left_seats=frozenset({0, 3}),
    )
    look = look_of(settings)
    assert look.words.language == "en"
    assert (look.large, look.safe, look.motion) == (True, True, False)
    assert look.left_seats == {0, 3}


def test_the_same_settings_make_the_same_look() -> None:
    """Or everything would be painted anew whenever anything is set."""
    assert look_of(Settings()) == look_of(Settings(pace_ms=800))
    assert words_of("ru") is words_of("ru")


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('text = "huge"', "table.text"),
        ('colours = "grey"', "table.colours"),
        ("left_seats = [8]", "left_seats"),
        ("captions = 1", "table.captions"),
    ],
)
def test_a_comfort_that_cannot_be_is_refused_by_its_name(
    tmp_path: Path, line: str, named: str
) -> None:
    path = tmp_path / "khvatka.toml"
    path.write_text(f"[table]\n{line}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=named):
        load_config(path)
