"""The table of adjustments agrees with the program that reads it, and what is set takes effect."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import msgspec
import pytest

from console.config import Config, load_config
from console.i18n import spoken
from console.service.adjustments import DEFAULTS, Adjusted
from console.service.effect import settings_with
from console.service.loudness import level_of
from console.service.store import ServiceStore
from console.settings.declared import OF_SESSION, SETTINGS
from console.settings.kinds import Hours, Value, Whole
from console.settings.profiles import PROFILES
from console.store.problems import StoreError
from console.table.lobby.start import LEVELS, StartScreen
from console.table.outputs import Cue
from console.table.settings import COMFORT, Settings
from console.table.view import Who
from console.wiring.setup import PlayOptions, make_setup, settings_in
from drivers.errors import ConfigError
from drivers.pad.config import PadConfig
from tests.console.store.changes import change

FILED = [key for key in SETTINGS if key.split(".")[0] in ("table", "match")]


def test_untouched_adjustments_change_nothing() -> None:
    assert DEFAULTS.config() == Config()
    assert DEFAULTS.pad() == PadConfig()
    assert DEFAULTS.closed() == frozenset()


@pytest.mark.parametrize("key", FILED)
def test_the_ends_of_each_range_are_what_the_program_takes(key: str) -> None:
    kind = SETTINGS[key].kind
    section, name = key.split(".")
    for value in ("23:30-06:00",) if isinstance(kind, Hours) else kind.range:
        config = Adjusted({key: value}).config()
        read_by = settings_in(config) if name in OF_SESSION else getattr(config, section)
        assert getattr(read_by, name) == (spoken(value) if name == "language" else value)
    if isinstance(kind, Whole):
        for beyond in (kind.low - 1, kind.high + 1):
            with pytest.raises((ConfigError, msgspec.ValidationError)):
                settings_in(Adjusted({key: beyond}).config())


@pytest.mark.parametrize("key", [k for k in SETTINGS if k.startswith("pad.")])
def test_the_ends_of_each_pad_range_fit_all_other_ends(key: str) -> None:
    low_and_high = {k: SETTINGS[k].kind.range for k in SETTINGS if k.startswith("pad.")}
    for end in (0, 1):
        for value in low_and_high[key]:
            others: dict[str, Value] = {k: r[end] for k, r in low_and_high.items()}
            assert Adjusted({**others, key: value}).pad() != PadConfig()


def test_pad_thresholds_reach_the_decoder() -> None:
    pad = Adjusted({"pad.onset_mn": 800, "pad.gesture_ms": 200, "pad.least_loaded_ms": 20}).pad()
    assert (pad.onset_n, pad.gesture_ns, pad.least_loaded_ns) == (0.8, 200_000_000, 20_000_000)
    assert pad.release_n == pytest.approx(0.56)


def test_the_command_line_goes_before_the_file_before_the_owner(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("[match]\nauto = false\nall_ms = 2000\n", encoding="utf-8")
    adjusted = Adjusted({"match.pace_ms": 900, "match.auto": True, "match.all_ms": 900})
    options = PlayOptions(config=path, settings={"match.pace_ms": 400}, seed=1)
    setup = make_setup(options, all_simulated=True, adjusted=adjusted)
    assert setup.settings.pace_ms == 400
    assert setup.settings.auto is False
    assert setup.settings.all_ms == 2_000
    setup = make_setup(replace(options, settings={}), all_simulated=True, adjusted=adjusted)
    assert setup.settings.pace_ms == 900


def test_house_options_of_the_file_stay_beside_the_owners_values(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("[options.chaos]\nlast_card = 'classic'\n", encoding="utf-8")
    config = load_config(path, Adjusted({"table.language": "en"}).config())
    assert settings_in(config).language == "en"
    assert settings_in(config).options["last_card"] == "classic"


def test_what_is_set_is_kept_until_it_is_reset(store: ServiceStore) -> None:
    store.adjust("match.pace_ms", 800)
    store.adjust("sound.quiet_hours", "22:30-07:00")
    store.adjust("match.pace_ms", 900)
    found = ServiceStore(store.path).adjustments()
    assert dict(found.adjusted.given) == {"match.pace_ms": 900, "sound.quiet_hours": "22:30-07:00"}
    assert found.problems == ()
    store.readjust("match.pace_ms")
    assert store.adjustments().adjusted["match.pace_ms"] == 600
    assert store.adjustments().adjusted["sound.quiet_hours"] == "22:30-07:00"
    store.readjust()
    assert store.adjustments().adjusted.given == {}


def test_without_a_file_nothing_is_set_and_none_is_made(store: ServiceStore) -> None:
    assert store.adjustments().adjusted.given == {}
    assert not store.path.exists()


@pytest.mark.parametrize(
    ("key", "value"), [("match.pace_ms", 10), ("match.auto", 1), ("table.language", "xx")]
)
def test_values_out_of_range_are_not_kept(store: ServiceStore, key: str, value: Value) -> None:
    with pytest.raises(ConfigError, match=key):
        store.adjust(key, value)
    assert store.adjustments().adjusted.given == {}


@pytest.mark.parametrize("key", [k for k, a in SETTINGS.items() if isinstance(a.kind, Hours)])
def test_hours_that_end_when_they_begin_are_told_how_to_be_off(key: str) -> None:
    with pytest.raises(ConfigError, match=r"begin and end must differ.*, or off to have none"):
        SETTINGS[key].parse("8:00-08:00")
    assert SETTINGS[key].parse("off") is None


@pytest.mark.parametrize("body", [b"99", b'"fast"', b"\xff", b"{"])
def test_a_kept_value_that_cannot_be_used_is_told_and_has_its_default(
    store: ServiceStore, body: bytes
) -> None:
    store.adjust("match.hints", False)
    change(
        store.path,
        f"INSERT INTO adjustment VALUES ('match.pace_ms', x'{body.hex()}')",
        "INSERT INTO adjustment VALUES ('of.a_newer_program', x'31')",
    )
    found = store.adjustments()
    assert found.adjusted.given == {"match.hints": False}
    assert len(found.problems) == 1
    assert "match.pace_ms" in str(found.problems[0])


def test_a_damaged_file_is_one_sentence(store: ServiceStore) -> None:
    store.path.write_bytes(b"no database at all, but long enough to be one" * 100)
    with pytest.raises(StoreError, match="damaged"):
        store.adjustments()


def test_quiet_hours_are_quieter_and_kinds_have_their_volume() -> None:
    adjusted = Adjusted(
        {
            "sound.moves": 50,
            "sound.verdicts": 100,
            "sound.quiet_hours": "22:00-08:00",
            "sound.quiet_level": 20,
        }
    )
    noon, night = 12 * 60, 23 * 60
    assert level_of(adjusted, Cue.FLIP, noon) == pytest.approx(0.5)
    assert level_of(adjusted, Cue.VERDICT, noon) == pytest.approx(1.0)
    assert level_of(adjusted, Cue.FLIP, night) == pytest.approx(0.1)
    assert level_of(adjusted, Cue.FALSE_GRAB, night) == pytest.approx(0.2)


def test_nobody_is_called_in_the_quiet_hours() -> None:
    given: dict[str, Value] = {"sound.moves": 50, "sound.quiet_hours": "22:00-08:00"}
    adjusted = Adjusted(given)
    assert level_of(adjusted, Cue.CALL, 12 * 60) == pytest.approx(0.5)
    assert level_of(adjusted, Cue.CALL, 23 * 60) == 0.0


def test_the_theme_has_a_low_volume_of_its_own_and_is_off_in_the_quiet_hours() -> None:
    given: dict[str, Value] = {"sound.quiet_hours": "22:00-08:00", "sound.quiet_level": 100}
    adjusted = Adjusted(given)
    assert 0.0 < level_of(adjusted, Cue.THEME, 12 * 60) <= 0.3
    assert level_of(adjusted, Cue.THEME, 12 * 60) < level_of(adjusted, Cue.WIN, 12 * 60)
    assert level_of(adjusted, Cue.THEME, 23 * 60) == 0.0
    assert level_of(Adjusted({"sound.theme": 0}), Cue.THEME, 12 * 60) == 0.0


def test_a_win_is_as_loud_as_a_verdict() -> None:
    adjusted = Adjusted({"sound.moves": 10, "sound.verdicts": 80})
    assert level_of(adjusted, Cue.WIN, 12 * 60) == pytest.approx(0.8)


KNOWN_LINES = {"options", "forget"} | {field.name for field in fields(Settings)}


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_closes_lines_that_there_are(name: str) -> None:
    assert PROFILES[name].closed <= KNOWN_LINES


@pytest.mark.parametrize(
    ("name", "offered", "closed"),
    [
        ("home", {"game", "chaos.last_card", "pace_ms", "language", "sound", "motion"}, set()),
        ("party", {"game", "pace_ms", "sound"}, {"chaos.last_card", "chaos.specials.grab"}),
        ("cafe", {"game", "language", "sound", "motion"}, {"chaos.last_card", "pace_ms", "auto"}),
        (
            "event",
            {"language", "motion"},
            {"game", "chaos.last_card", "pace_ms", "sound", "unhurried"},
        ),
    ],
)
def test_a_profile_decides_what_guests_are_offered(
    name: str, offered: set[str], closed: set[str]
) -> None:
    adjusted = Adjusted({"guests.profile": name})
    setup = make_setup(PlayOptions(seed=1), all_simulated=False, adjusted=adjusted)
    start = StartScreen.of((Who.PERSON,) * 4, setup.settings)
    keys = {row.key for level in (None, *LEVELS) for row in start.at_level(level).rows()}
    assert offered <= keys
    assert not closed & keys
    assert "start" in keys
    pause = {row.key for row in setup.settings.comfort_rows()}
    assert pause == {*COMFORT} - {"left_seats"} - closed


def test_the_systems_language_may_be_chosen_again_and_holds_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    adjusted = Adjusted({"table.language": "system"})
    assert settings_with(Settings(language="ru"), "table.language", adjusted).language == "en"
    assert settings_in(adjusted.config()).language == "en"
