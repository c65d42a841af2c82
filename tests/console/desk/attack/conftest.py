"""One desk process for each module of attacks: two tables, nine people, the first round."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from tests.console.desk.attack.hall import Caller, Hall, open_desk, plain


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with open_desk(tmp_path_factory.mktemp("desk")) as opened:
        yield opened


def joined(hall: Hall, name: str = "T") -> Caller:
    """A table that has asked to be let in."""
    hall.organiser.done("code")
    shown = re.search(r"(\d{3}\D?\d{3})\b", plain(hall.organiser.get("/tables").text))
    assert shown is not None
    asked = {
        "code": re.sub(r"\D", "", shown[1]),
        "name": name,
        "seats_n": 8,
        "games": ["chaos"],
        "version": "1",
    }
    got = hall.anonymous().ask("POST", "/link/join", json.dumps(asked).encode())
    assert got.status == 200, got
    return Caller(hall.port, token=json.loads(got.body)["token"])


def let_in(hall: Hall, name: str = "T") -> Caller:
    """A table of the event."""
    table = joined(hall, name)
    for form in re.findall(r"(?s)<form.*?</form>", hall.organiser.get("/tables").text):
        if "/do/let-in" in form and "number" not in form:
            key = re.search(r'name="key" value="([^"]+)"', form)
            assert key is not None
            hall.organiser.done("let-in", key=key[1])
    return table


@pytest.fixture(scope="module")
def tables(hall: Hall) -> list[Caller]:
    """Two tables, nine guests, the first round drawn."""
    hall.organiser.done("paste", names="\n".join(f"guest {number}" for number in range(9)))
    hall.organiser.done("check-in-all")
    both = [let_in(hall, "A"), let_in(hall, "B")]
    hall.organiser.done("draw")
    return both


@pytest.fixture(scope="module")
def screen(hall: Hall) -> Caller:
    return hall.invited("screen")


@pytest.fixture(scope="module")
def scorekeeper(hall: Hall) -> Caller:
    return hall.invited("scorekeeper")
