"""The version of the decoder, by which stored verdicts are judged again, means what it says."""

from __future__ import annotations

import hashlib
from typing import Final

import pytest

from drivers.events import Contact
from drivers.pad.config import DECODER
from tests.drivers.pad.fixed_scans import RACES, fixed_scans

DIGEST: Final = 45, "1525bd94c0ad6e37d4c200faefc6bf17e201649f6021834cb8fbf00c51240168"
"""What which decoder makes of the fixed scans."""


@pytest.fixture(scope="module")
def found() -> list[list[Contact]]:
    """The contacts of each of the fixed scans."""
    return [scans.contacts() for scans in fixed_scans()]


def digest(found: list[list[Contact]]) -> str:
    """Of all contacts; forces to the millionth newton, as no two machines round alike."""
    lines = []
    for contacts in found:
        for c in contacts:
            whole = c.seat, c.gesture, c.t_ns, c.uncertainty_ns, c.clock_uncertainty_ns
            lines.append(f"{whole} {c.early_ns} {c.late_ns} {c.decided_ns} {c.peak_n:.6f}")
        lines.append("")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def test_the_fixed_scans_hold_touches_of_every_kind(found: list[list[Contact]]) -> None:
    assert len(found) == sum(RACES.values())
    assert all(found)
    assert {contact.gesture for contacts in found for contact in contacts} == {"grab", "palm"}
    assert sum(len(contacts) for contacts in found) > 2 * len(found)


def test_a_decoder_that_gives_other_contacts_has_another_version(
    found: list[list[Contact]],
) -> None:
    now = digest(found)
    assert (DECODER, now) == DIGEST, (
        f"the decoder gives other contacts: raise DECODER (drivers/pad/config.py) above {DIGEST[0]}"
        f" and put its digest {now} here; stored matches then say by which one they were judged"
    )
