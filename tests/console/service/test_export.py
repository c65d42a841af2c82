"""What an export tells, in both forms."""

from __future__ import annotations

import csv
import json
from datetime import date

from console.service.audits import Evidence, KnownButton, audit
from console.service.export import AUDIT_COLUMNS, MATCH_COLUMNS, audits_csv, exported
from console.store.records import ButtonCount
from tests.console.service.test_hints import left, match

EVIDENCE = Evidence(
    (match(1), left(2, 30_000), match(3, started="2026-05-02T21:00:00+03:00", playing=True)),
    (ButtonCount(0, 2, "2026-05-01", 12, 34),),
    (KnownButton(0, 2, "2026-05-01T20:20:00+03:00", 3),),
    4,
)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


def test_both_forms_tell_the_same() -> None:
    files = exported(audit(EVIDENCE), EVIDENCE)
    whole, lines = json.loads(files["audits.json"]), rows(files["audits.csv"].decode())
    assert tuple(lines[0]) == AUDIT_COLUMNS

    def figure(**wanted: str) -> str:
        (line,) = [one for one in lines if wanted.items() <= one.items()]
        return line["value"]

    assert figure(about="table", measure="plays") == str(whole["plays"]) == "3"
    assert figure(about="game", game="chaos", measure="left_early") == "1"
    assert figure(about="hour", game="chaos", hour="20") == str(whole["games"][0]["hours"][20])
    assert figure(about="button", seat="0", button="ok", measure="bounces") == "34"
    assert whole["buttons"][0]["bounces"] == 34


def test_a_match_is_a_line_without_names() -> None:
    lines = rows(exported(audit(EVIDENCE), EVIDENCE)["matches.csv"].decode())
    assert tuple(lines[0]) == MATCH_COLUMNS
    told = [(one["match"], one["minutes"], one["people"], one["outcome"]) for one in lines]
    assert told == [
        ("1", "5.0", "4", "finished"),
        ("2", "0.5", "4", "abandoned"),
        ("3", "5.0", "4", "finished"),
    ]


def test_the_matches_are_those_that_were_counted() -> None:
    since = audit(EVIDENCE, date(2026, 5, 2))
    lines = rows(exported(since, EVIDENCE)["matches.csv"].decode())
    assert [one["match"] for one in lines] == ["3"]


def test_figures_without_a_value_are_empty_cells() -> None:
    evidence = Evidence(buttons=(KnownButton(0, 2, None, 0),))
    lines = rows(audits_csv(audit(evidence)))
    assert [one["value"] for one in lines if one["measure"] == "last_edge"] == [""]
