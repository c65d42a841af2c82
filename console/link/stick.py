"""Results that go to a desk by a stick, where there is no network: a file for each event."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from hashlib import sha256

import msgspec

from console.link.membership import Membership, Memberships
from console.link.messages import ResultBundle, ResultSent
from console.link.played import Posted


def bundles(memberships: Memberships, waiting: Iterable[Posted]) -> dict[str, bytes]:
    """The files by their names. None for an event that this table has forgotten: no seal fits."""
    by_event: dict[str, list[ResultSent]] = {}
    for one in waiting:
        sent = msgspec.json.decode(one.body, type=ResultSent)
        by_event.setdefault(one.event, []).append(sent)
    files = {}
    for event, results in by_event.items():
        membership = memberships.of(event)
        if membership is not None and membership.table is not None:
            name = f"khvatka-results-{event}-{membership.table}.json"
            files[name] = msgspec.json.encode(_sealed(event, membership, tuple(results)))
    return files


def _sealed(event: str, membership: Membership, results: tuple[ResultSent, ...]) -> ResultBundle:
    assert membership.table is not None
    bundle = ResultBundle(event=event, table=membership.table, results=results, seal="")
    key = sha256(membership.token.encode()).digest()
    seal = hmac.new(key, bundle.content, sha256).hexdigest()
    return msgspec.structs.replace(bundle, seal=seal)
