"""A scenario file that cannot be: one sentence with its line and its key."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.i18n import Words
from drivers.errors import ConfigError, KhvatkaError, Sentence
from host_sim.scenarios.form import Act, Expect, Grab, Press, ScenarioFault
from host_sim.scenarios.load import LIBRARY, load_scenario
from host_sim.scenarios.write import toml_of

HEAD = 'about = "x"\nlength_ms = 1000\n'
NEVER = '[[never]]\nevent = "fall"\n'


def load(tmp_path: Path, text: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    load_scenario(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('about = "x"\n', "line 1, the file: missing required field `length_ms`"),
        ('about = "x"\nlength_ms = \n', "this is no TOML (line 2, column 13)"),
        (HEAD, "nothing is expected"),
        (HEAD + NEVER + "colour = 1\n", "line 5, never[1].colour: there is no such key"),
        (HEAD + NEVER + "where = { t = 1979-05-27 }\n", "line 5, never[1].where.t: Invalid value"),
        (HEAD + NEVER + "[table]\nspread = inf\n", "line 6, table.spread: Invalid value inf"),
        (HEAD + NEVER + "[[act]]\ndelay_ms = nan\n", "line 6, act[1].delay_ms: Invalid value nan"),
        (HEAD + '[[never]]\nevent = "rain"\n', "line 4, never[1].event: Invalid value"),
        (HEAD + NEVER + "[table]\nseats = 9\n", "line 5, table: seats is 9"),
        (HEAD + NEVER + '[table]\nboard = "mk1"\nlink = "cable"\n', "it needs board 'mk2'"),
        (HEAD + NEVER + '[[act]]\ndo = "jump"\nat_ms = 1\n', "line 6, act[1].do: Invalid value"),
        (HEAD + NEVER + '[[act]]\ndo = "press"\nseat = 1\n', "line 5, act[1]: the moment is miss"),
        (
            HEAD + NEVER + '[[act]]\ndo = "press"\nat_ms = 1\nseat = 4\n',
            "line 8, act[1].seat: seat 4: this table has seats 0 to 3",
        ),
        (
            HEAD + NEVER + '[[act]]\ndo = "grab"\nseat = 0\nat_ms = 1\npeak_n = "much"\n',
            "line 9, act[1].peak_n: Expected `float`, got `str`",
        ),
        (
            HEAD + NEVER + '[[act]]\ndo = "knock"\nafter = { event = "card", nth = 0 }\n',
            "line 7, act[1].after: nth is 0",
        ),
        (
            HEAD + NEVER + '[[act]]\ndo = "knock"\nat_ms = 5000\n',
            "line 7, act[1].at_ms: comes after the end",
        ),
        (
            HEAD + NEVER + '[[fault]]\nkind = "noisy"\nat_ms = 1\n',
            "line 5, fault[1]: noisy breaks a sensor: give seat and part",
        ),
        (
            HEAD + NEVER + '[[fault]]\nkind = "cut"\nat_ms = 1\nfor_ms = 5\n',
            'line 6, fault[1].kind: cut needs link = "cable" in [table]',
        ),
        (
            HEAD + NEVER + '[[fault]]\nkind = "reboot"\nat_ms = 1\n',
            "line 5, fault[1]: reboot does not last for ever: give for_ms",
        ),
        (
            HEAD + NEVER + '[[act]]\ndo = "palm"\nseat = 0\nat_ms = 1\ntop = [[0, 0], [0, 5]]\n',
            "line 5, act[1]: top: give two knots or more, at rising milliseconds from 0 on",
        ),
        (
            HEAD + NEVER + '[[act]]\ndo = "grab"\nseat = 0\nat_ms = 1\ntop = [[0, 0], [9, 5]]\n',
            "line 5, act[1]: give both top and under, or neither",
        ),
        (
            HEAD + NEVER + '[[act]]\ndo = "palm"\nseat = 0\nat_ms = 1\ntop = [[0, 0], [9, 500]]\n',
            "line 5, act[1]: top: each force must be from 0 to 100 newtons",
        ),
        (
            HEAD + NEVER + '[[act]]\ndo = "load"\nat_ms = 1\nnewtons = 5\nover_ms = 0\n',
            "line 5, act[1]: over_ms must be above 0",
        ),
        (
            HEAD + NEVER + '[[fault]]\nkind = "saturated"\nat_ms = 1\nseat = 0\npart = "top"\n',
            "line 5, fault[1]: saturated needs a level",
        ),
        (
            HEAD + '[[look]]\nat_ms = 1\nlamps = ["off"]\n',
            "line 5, look[1].lamps: lamps has 1 entries for 4 seats",
        ),
    ],
)
def test_is_told_in_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConfigError) as told:
        load(tmp_path, text)
    assert says in str(told.value)
    assert str(told.value).startswith(str(tmp_path / "wrong.toml"))
    assert "\n" not in str(told.value)
    fields = told.value.sentence.fields
    why = fields.get("what", fields.get("reason"))
    assert isinstance(why, Sentence | KhvatkaError)
    assert why.translated(Words("ru")._) != str(why)
    assert "the file" not in told.value.translated(Words("ru")._)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read"):
        load_scenario(tmp_path / "none.toml")


@pytest.mark.parametrize("path", sorted(LIBRARY.glob("*.toml")), ids=lambda path: path.stem)
def test_written_down_it_reads_the_same(path: Path, tmp_path: Path) -> None:
    scenario, _ = load_scenario(path)
    again = tmp_path / "again.toml"
    again.write_text(toml_of(scenario))
    assert load_scenario(again)[0] == scenario


def test_the_manual_names_every_key_and_kind() -> None:
    manual = (LIBRARY.parent / "README.md").read_text()
    for form in (Press, Grab, ScenarioFault, Expect):
        for key in form.__struct_fields__:
            assert f"`{key}`" in manual, key
    for act in Act.__args__:
        assert f"`{act.__struct_config__.tag}`" in manual
