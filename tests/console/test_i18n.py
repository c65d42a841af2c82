"""Which language is spoken where nobody says one: gettext's variables, in gettext's order."""

from __future__ import annotations

import pytest

from console.i18n import SYSTEM, spoken, words_of


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en"}, "en"),
        ({"LANG": "RU_ru"}, "ru"),
        ({"LANG": "en_GB", "LC_MESSAGES": "ru_RU"}, "ru"),
        ({"LC_MESSAGES": "ru_RU", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LC_ALL": "ru_RU", "LANGUAGE": "en"}, "en"),
        ({"LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "en_US"}, "en"),
        # A list: the first that there is.
        ({"LANGUAGE": "xx:uk_UA:ru:en", "LANG": "xx_XX"}, "ru"),
        ({"LANGUAGE": "xx_XX:en_GB", "LANG": "ru_RU"}, "en"),
        # Chosen, but none of ours.
        ({"LANG": "xx_XX.UTF-8@euro"}, "en"),
        ({"LANGUAGE": "xx:yy", "LANG": "ru_RU"}, "en"),
        # Nobody has chosen.
        ({}, "ru"),
        ({"LANG": "C.UTF-8"}, "ru"),
        ({"LC_ALL": "POSIX"}, "ru"),
        ({"LANG": "C", "LANGUAGE": "en"}, "en"),
        ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, "en"),
    ],
    ids=str,
)
def test_the_systems_language(environment: dict[str, str], language: str) -> None:
    assert spoken(SYSTEM, environment) == language


def test_a_language_that_was_said_is_spoken_whatever_the_system_has() -> None:
    assert spoken("ru", {"LANG": "en_GB"}) == "ru"


@pytest.mark.parametrize(
    ("language", "value", "told"),
    [("ru", -12.34, "−12,3"), ("en", -12.34, "−12.3"), ("ru", -0.04, "0,0"), ("en", 0.5, "0.5")],
)
def test_a_number_has_a_true_minus_as_on_the_photo_finish(
    language: str, value: float, told: str
) -> None:
    assert words_of(language).number(value) == told
