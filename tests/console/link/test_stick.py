"""What a stick carries to a desk, and a table that joins by the command line."""

from __future__ import annotations

import hmac
import json
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from console.cli import main
from console.link.membership import (
    Membership,
    Memberships,
    load_memberships,
    membership_path,
    save_memberships,
)
from console.link.messages import ResultBundle
from console.link.stick import bundles
from console.store.log import DirectLog
from console.store.outbox import answered
from console.store.schema import store_path
from tests.console.link.boxes import EVENT, posted, result
from tests.console.link.fake_desk import CODE, TOKEN, FakeDesk
from tests.console.store.matches import header

HERE = Membership(("10.0.0.7:8470",), TOKEN, event=EVENT, table=2)


def test_a_bundle_is_sealed_by_the_table_s_token() -> None:
    files = bundles(Memberships(HERE), [posted(1), posted(2), posted(3, event="other")])
    assert [*files] == [f"khvatka-results-{EVENT}-2.json"]
    (data,) = files.values()
    bundle = msgspec.json.decode(data, type=ResultBundle)
    assert bundle.results == (result(1), result(2))
    key = sha256(TOKEN.encode()).digest()
    sealed = msgspec.json.encode((EVENT, 2, bundle.results))
    seal = hmac.new(key, sealed, sha256).hexdigest()
    assert bundle.seal == seal


def test_one_that_was_left_is_sealed_too_and_no_stranger_is() -> None:
    left = Memberships(HERE).gone()
    assert len(bundles(left, [posted(1)])) == 1
    assert bundles(Memberships(), [posted(1)]) == {}


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("disputed", [False, True])
def test_the_export_has_what_the_desk_has_not(tmp_path: Path, disputed: bool) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    out.mkdir()
    path = store_path(data)
    log = DirectLog(path)
    for n in (1, 2):
        log.end(log.begin(header()), {"winners": [0]}, posted=posted(n))
    log.close()
    answered(path, posted(1).id, keep=disputed)
    save_memberships(membership_path(data), Memberships(HERE))
    done = CliRunner().invoke(main, ["service", "export", str(out), "--data", str(data)])
    assert done.exit_code == 0, done.stderr
    (file,) = out.glob(f"*/khvatka-results-{EVENT}-2.json")
    bundle = msgspec.json.decode(file.read_bytes(), type=ResultBundle)
    assert {r.id for r in bundle.results} == {posted(n).id for n in ((1, 2) if disputed else (2,))}


def join(data: Path, *line: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["event", "join", *line, "--lang", "en", "--data", str(data)])
    return done.exit_code, done.stdout + done.stderr


def test_a_table_joins_by_the_command_line(tmp_path: Path) -> None:
    desk = FakeDesk()
    code, said = join(tmp_path, desk.address, CODE, "--json", "--seats", "6")
    assert code == 0, said
    assert json.loads(said)["check"] == "4711"
    kept = load_memberships(membership_path(tmp_path))
    assert kept.current == Membership((desk.address,), TOKEN, "4711")
    assert desk.joins[0].seats_n == 6
    code, said = join(tmp_path, desk.address, "0")
    assert code == 2
    assert "another code" in said
    desk.close()
    assert load_memberships(membership_path(tmp_path)) == kept


def test_what_is_no_desk_is_one_sentence(tmp_path: Path) -> None:
    for address, told in (
        ("no address", "no address of a desk"),
        ("127.0.0.1:9", "no desk answers"),
    ):
        code, said = join(tmp_path, address, CODE)
        assert code == 2
        assert told in said
        assert "Traceback" not in said
    assert not membership_path(tmp_path).exists()
