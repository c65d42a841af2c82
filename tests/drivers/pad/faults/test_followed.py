"""What is looked at of a hand that stays: the sensor that has not shown it yet."""

from __future__ import annotations

import pytest

from drivers.pad.faults.evidence import PetalEvidence
from tests.drivers.pad.pad_events import contacts_of, fed, pressed
from tests.drivers.pad.streams import Push

PALM = Push(0, start_ms=200.0, peak_n=10.0, hold_ms=600.0)


@pytest.mark.parametrize("thumb_n", [0.0, 6.0], ids=["palm", "rolls on"])
def test_a_hand_is_followed_where_its_other_sensor_may_show_it(
    thumb_n: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed: list[float] = []
    monkeypatch.setattr(
        PetalEvidence, "follow", lambda _self, _t_ns, own: followed.append(float(own[:, 1].max()))
    )
    thumb = Push(1, start_ms=500.0, peak_n=thumb_n, hold_ms=300.0)
    assert len(contacts_of(fed(pressed(PALM, thumb)))) == 1
    assert bool(followed) == (thumb_n > 0.0)
    assert all(shown_n > 0.3 for shown_n in followed)
