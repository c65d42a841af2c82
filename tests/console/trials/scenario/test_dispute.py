"""A doubted verdict as one file: judged again from its scans alone, to the same verdict."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from console.cli import main
from console.store.problems import StoreError
from console.store.window import SampleWindow, pack
from console.trials.scenario.dispute import DuelFile, duel_file, export, read, rejudge, run_duel
from console.wiring.matches.stored import open_store
from drivers.errors import ConfigError
from drivers.pad.config import DECODER


def duels(kept: Path) -> list[int]:
    stored = open_store(kept).match(1)
    return [v.n + 1 for v in stored.verdicts if v.contacts]


def test_every_duel_of_a_match_is_judged_the_same_again(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    for number in duels(kept):
        export(1, number, path, kept)
        again = rejudge(read(path))
        assert again.differences == ()
        assert again.verdict is not None
    assert len(duels(kept)) >= 3


def test_the_file_stands_alone(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    wanted = ["replay", "1", "--duel", str(duels(kept)[0]), "--export", str(path)]
    wrote = CliRunner().invoke(main, [*wanted, "--data", str(kept), "--lang", "en"])
    assert (wrote.exit_code, wrote.output) == (0, f"{path} is written.\n")
    told = CliRunner().invoke(main, ["sim", "run", str(path), "--lang", "en"])
    assert told.exit_code == 0
    assert told.output.startswith("ok       duel")
    plain = msgspec.json.decode(path.read_bytes())
    assert plain["before"]["game"] == "chaos"
    assert plain["header"]["calibration"]["channels"]


def forged(kept: Path, folder: Path, decoder: int) -> Path:
    """A duel without the first hand's touch, as another decoder may see it; judged by that one."""
    stored = open_store(kept).match(1)
    duel = duel_file(stored, duels(kept)[0])
    window = stored.window(duel.verdict.n)
    assert window is not None
    codes = window.codes.copy()
    codes[:, 2 * duel.verdict.contacts[0].seat :][:, :2] = window.codes[0, 0]  # the first hand gone
    path = folder / "forged.json"
    window = replace(window, codes=codes, decoder=decoder)
    path.write_bytes(msgspec.json.encode(_with(duel, window)))
    return path


def test_other_samples_give_another_verdict_and_status_1(kept: Path, tmp_path: Path) -> None:
    path = forged(kept, tmp_path, DECODER)
    outcome = run_duel(path)
    assert outcome.failed is not None
    assert "no contact" in outcome.failed.what
    assert CliRunner().invoke(main, ["sim", "run", str(path)]).exit_code == 1


def test_what_another_decoder_makes_of_them_is_worth_knowing_only(
    kept: Path, tmp_path: Path
) -> None:
    path = forged(kept, tmp_path, DECODER + 1)
    outcome = run_duel(path)
    assert outcome.ok
    assert f"judged by decoder {DECODER + 1}, decoder {DECODER} would" in outcome.note
    told = CliRunner().invoke(main, ["sim", "run", str(path), "--lang", "en"])
    assert told.exit_code == 0
    assert outcome.note in told.output
    told = CliRunner().invoke(main, ["sim", "run", str(path), "--json"])
    assert msgspec.json.decode(told.output)["note"] == outcome.note


def _with(duel: DuelFile, window: SampleWindow) -> DuelFile:
    return msgspec.structs.replace(duel, samples=b64encode(pack(window)).decode())


def test_another_verdict_claimed_for_the_same_samples_is_told(kept: Path) -> None:
    duel = duel_file(open_store(kept).match(1), duels(kept)[0])
    claimed = replace(duel.verdict, seats=(7,))
    again = rejudge(msgspec.structs.replace(duel, verdict=claimed))
    assert any(d.startswith("seats: (7,) stored") for d in again.differences)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"khvatka duel 1"', b'"khvatka duel 9"'),
        (b'"samples"', b'"simples"'),
        (b"{", b"["),
        (b'"block_scans": ', b'"block_scans": 9999999999999'),
    ],
)
def test_a_damaged_file_is_one_sentence(kept: Path, tmp_path: Path, old: bytes, new: bytes) -> None:
    path = tmp_path / "duel.json"
    export(1, duels(kept)[0], path, kept)
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    with pytest.raises(ConfigError, match=r"duel\.json: "):
        run_duel(path)


def test_cut_samples_are_refused(kept: Path, tmp_path: Path) -> None:
    duel = duel_file(open_store(kept).match(1), duels(kept)[0])
    path = tmp_path / "duel.json"
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(duel, samples=duel.samples[:400])))
    with pytest.raises(ConfigError, match="do not fit together"):
        run_duel(path)


def test_a_duel_that_is_not_there_is_told(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="has no duel 99"):
        export(1, 99, tmp_path / "no.json", kept)
