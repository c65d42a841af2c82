"""What may be typed, what is refused, and how menus step."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.i18n import LANGUAGES, Words
from console.settings.declared import SETTINGS
from console.settings.hours import DAY_MIN, DaySpan
from console.settings.kinds import PERCENT, Flag, Hours, Kind, Whole

MINUTES = st.integers(0, DAY_MIN - 1)
KINDS = st.sampled_from([a.kind for a in SETTINGS.values()])


@given(st.integers(-1000, 2000))
def test_a_whole_number_is_taken_within_its_range_only(number: int) -> None:
    kind = Whole(5, 900, 5, PERCENT)
    if 5 <= number <= 900:
        assert kind.parse(f" {number} ") == number
    else:
        with pytest.raises(ValueError, match=str(number)):
            kind.parse(str(number))


@pytest.mark.parametrize("text", ["", "1.5", "1e3", "٣", "5 %", "--5", "9" * 5000])
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        Whole(0, 10, 1, PERCENT).parse(text)


@pytest.mark.parametrize(("text", "value"), [("on", True), ("TRUE", True), (" off ", False)])
def test_flags_have_their_words(text: str, value: bool) -> None:
    assert Flag().parse(text) is value


@given(MINUTES, MINUTES)
def test_a_span_of_the_day_is_read_back_as_it_is_written(start: int, end: int) -> None:
    span = DaySpan(start, end)
    if start == end:
        with pytest.raises(ValueError):
            DaySpan.parse(str(span))
    else:
        assert DaySpan.parse(str(span)) == span
        assert Hours("22:00-08:00").parse(f" {span}") == str(span)


@given(MINUTES, MINUTES, MINUTES)
def test_a_span_and_its_rest_share_the_day(start: int, end: int, minute: int) -> None:
    if start != end:
        inside = DaySpan(start, end).contains(minute)
        assert inside != DaySpan(end, start).contains(minute)


def test_a_span_reaches_over_midnight_and_ends_before_its_end() -> None:
    night = DaySpan.parse("22:00-08:00")
    assert [m for m in (21 * 60 + 59, 22 * 60, 0, 479, 480) if night.contains(m)] == [1320, 0, 479]


TYPED = st.text(max_size=12) | st.integers(-9, 9999).map(str) | st.sampled_from(["on", "ru"])


@given(KINDS, TYPED)
def test_no_text_is_taken_that_is_not_allowed(kind: Kind, text: str) -> None:
    with suppress(ValueError):
        assert kind.allows(kind.parse(text))


@pytest.mark.parametrize("text", ["24:00-08:00", "22:60-08:00", "22-8", "22:00", "22:00-22:00"])
def test_hours_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        Hours("22:00-08:00").parse(text)


@given(KINDS, st.lists(st.tuples(st.sampled_from([-1, 1]), st.sampled_from([0, 1])), max_size=60))
def test_stepping_never_leaves_the_range(kind: Kind, steps: list[tuple[int, int]]) -> None:
    value = next(a.default for a in SETTINGS.values() if a.kind == kind)
    for by, part in steps:
        value = kind.step(value, by, part)
        assert kind.allows(value)


def test_hours_that_meet_are_off() -> None:
    kind = Hours("22:00-22:30")
    assert kind.step(None, 1) == "22:00-22:30"
    assert kind.step("22:00-22:30", 1) is None
    assert kind.step("22:00-22:30", 1, part=1) == "22:00-23:00"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["guests.profile", "match.auto", "pad.onset_mn", "table.text"])
def test_the_range_is_told_as_it_can_be_typed(key: str, language: str) -> None:
    kind = SETTINGS[key].kind
    for one in re.split(r" / | … ", kind.typed(Words(language))):
        assert kind.parse(one.split(" (")[0]) is not None


@pytest.mark.parametrize(
    ("key", "english", "russian"),
    [
        ("table.attract_s", "never", "никогда"),
        ("table.session_min", "unlimited", "без ограничения"),
        ("sound.moves", "silent", "без звука"),
    ],
)
def test_a_zero_that_is_no_amount_is_shown_as_what_it_means(
    key: str, english: str, russian: str
) -> None:
    kind = SETTINGS[key].kind
    for language, told in (("en", english), ("ru", russian)):
        assert kind.shown(Words(language), 0) == told
        assert kind.typed(Words(language)).startswith(f"0 ({told}) … ")
    assert str(kind.wanted()).endswith(f"; 0: {english})")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_shown_by_its_own_name_in_each(language: str) -> None:
    known, words = SETTINGS["table.language"], Words(language)
    assert [known.kind.shown(words, one) for one in ("ru", "en")] == ["Русский", "English"]
    assert [known.lobby_value(words, one) for one in ("ru", "en")] == ["Русский", "English"]
    assert known.kind.typed(words).endswith("ru (Русский) / en (English)")


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("match.auto", "true or false"),
        ("table.opening_hours", "or leave the line out to have none"),
        ("match.pace_ms", "a whole number from 300 to 5000 (milliseconds)"),
        ("table.text", "one of usual, large"),
    ],
)
def test_what_may_stand_in_the_file_is_told_as_it_is_written_there(key: str, said: str) -> None:
    assert str(SETTINGS[key].kind.written()).endswith(said)


@pytest.mark.parametrize("key", SETTINGS)
def test_what_one_button_goes_through_is_allowed(key: str) -> None:
    kind = SETTINGS[key].kind
    assert len(kind.turns()) > 1
    assert all(kind.allows(value) for value in kind.turns())


@pytest.mark.parametrize("key", [k for k, s in SETTINGS.items() if isinstance(s.kind, Whole)])
def test_units_have_words_in_each_language(key: str) -> None:
    kind = SETTINGS[key].kind
    assert isinstance(kind, Whole)
    assert re.search("[а-я]", Words("ru")._(kind.unit.name))


def test_every_range_from_zero_says_what_zero_means() -> None:
    zeros = [a for a in SETTINGS.values() if isinstance(a.kind, Whole) and a.kind.low == 0]
    assert zeros
    assert [a.key for a in zeros if a.kind.shown(Words("en"), 0).startswith("0")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_and_limits_are_shown_in_both_languages(language: str) -> None:
    words = Words(language)
    for known in SETTINGS.values():
        assert known.kind.shown(words, known.default)
        assert known.kind.limits(words)
    volume = SETTINGS["sound.moves"].kind
    assert volume.shown(words, 35) == "35 %"


def test_room_is_told_as_every_size_is_and_no_two_steps_of_it_alike() -> None:
    kind, words = SETTINGS["service.samples_mb"].kind, Words("ru")
    shown = [kind.shown(words, value) for value in kind.turns()]
    assert len(set(shown)) == len(shown)
    assert (shown[0], shown[20], shown[-1]) == ("50 МБ", "1,05 ГБ", "5 ГБ")
    assert kind.typed(words) == "50 МБ … 5000 (5 ГБ)"
