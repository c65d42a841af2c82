"""The keyboard layout: the default serves two people, mistakes are named with their place."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from drivers.errors import ConfigError
from host_sim.keys import KEY_CODES, load_keys


def test_the_default_gives_two_people_everything_and_each_a_second_hand() -> None:
    keys = load_keys()
    assert len(keys.place) == 4
    for place in keys.place[:2]:
        assert None not in (place.left, place.right, place.ok, place.back, place.grab, place.palm)
    for place in keys.place[2:]:
        assert None not in (place.ok, place.grab, place.palm)
    assert keys.pad.knock != keys.pad.put_back


def test_names_and_places_are_pygames_own() -> None:
    theirs: dict[str, int] = {}
    for name, code in vars(pygame).items():
        symbol = name.removeprefix("KSCAN_")
        key = getattr(pygame, f"K_{symbol}", getattr(pygame, f"K_{symbol.lower()}", None))
        if name.startswith("KSCAN_") and key is not None:
            theirs[pygame.key.name(key)] = code
    known = {name: code for name, code in KEY_CODES.items() if name in theirs}
    assert known == {name: theirs[name] for name in known}
    assert set(KEY_CODES) - set(known) <= {"'", "`"}  # pygame has no pair of constants for these


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[place]]\nok = "w"\n[pad]\nknock = "w"', r"pad\.knock: the key 'w' is place\[0\]\.ok"),
        ('[[place]]\ngrab = "any"', r"place\[0\]\.grab: no key is called 'any'"),
        ('[[place]]\nok = "w"\n[[place]]\nleft = 5', r"place\[1\]\.left"),
        ('[[place]]\njump = "w"', r"jump.*place\[0\]"),
        ("place = []", "place: give 1 to 8"),
        ("[[place", "keys"),
    ],
)
def test_mistakes_are_named_with_their_place(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "keys.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        load_keys(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read"):
        load_keys(tmp_path / "none.toml")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match=r"keys\.toml"):
        load_keys(file)
