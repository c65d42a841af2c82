"""Versions compare as versions, then by when they were made."""

from __future__ import annotations

from random import Random

import pytest

from deploy.update.version import is_name, order

OLD_TO_NEW = (
    "no name at all",
    "0.1.0-20240101000000-ffffffff",
    "0.1.0-20250101000000-00000000",
    "0.9.0-20260101000000-ffffffff",
    "0.9.1-20240101000000-00000000",
    "0.10.0-20240101000000-00000000",
    "1-20240101000000-00000000",
    "1.0.1-20240101000000-00000000",
    "9.9",
    "10",
)


def test_from_old_to_new() -> None:
    mixed = list(OLD_TO_NEW)
    Random(1).shuffle(mixed)
    assert sorted(mixed, key=order) == list(OLD_TO_NEW)
    assert order("1.0-20240101000000-00000000") == order("1.0.0-20240101000000-ffffffff")


@pytest.mark.parametrize(
    "name",
    ["", "..", "0.1.0/..", "0.1.0\n", "1.0rc1", "-1", "1.2.3.4.5", "0.1.0-2025-ff", "١", 1, None],
)
def test_what_is_no_version(name: object) -> None:
    assert not is_name(name)
