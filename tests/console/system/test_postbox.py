"""A child that goes: what it said last is heard."""

from __future__ import annotations

import sys
from collections import deque

import pytest

from console.system.child import ChildLost
from console.system.postbox import Postbox

SAYS_AND_GOES = (sys.executable, "-c", 'print(\'{"why": "taken"}\')')


def test_why_it_went_is_heard_though_it_takes_nothing_any_more() -> None:
    box = Postbox(SAYS_AND_GOES, {})
    try:
        while box._sending.is_alive():  # until it has been seen to take nothing
            box.show(None, {})
        while not (said := box.hear()):
            pass
        assert said == [{"why": "taken"}]
        with pytest.raises(ChildLost):
            deque(iter(box.hear, None), maxlen=0)
    finally:
        box.close()
