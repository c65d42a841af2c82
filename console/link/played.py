"""A match of an event, as the table plays and keeps it, and its result on the way to the desk."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from console.link.messages import Photo, ResultSent


@dataclass(frozen=True, slots=True)
class PlayedAt:
    """``id`` is its result's own, drawn when it begins, for ever, empty before; ``event``,
    ``table``, ``match`` and ``game`` are the desk's, ``persons`` its numbers of the players."""

    event: str
    table: int
    match: int
    game: int
    persons: tuple[int, ...]
    id: str = ""

    def same_game(self, other: PlayedAt | None) -> bool:
        """Is the other one this very game, whoever has begun it how often?"""
        return other is not None and self._key == other._key

    @property
    def _key(self) -> tuple[str, int, int, tuple[int, ...]]:
        return self.event, self.match, self.game, self.persons

    def result(
        self, places: tuple[int, ...], boot: str, ended_ns: int, photo: Photo | None = None
    ) -> ResultSent:
        """What the desk is told: the place of each player, from 1; when by the table's clock; the
        race that decided it, if one did."""
        return ResultSent(
            id=self.id,
            table=self.table,
            match=self.match,
            game=self.game,
            persons=self.persons,
            places=places,
            boot=boot,
            ended_ns=ended_ns,
            photo=photo,
        )


@dataclass(frozen=True, slots=True)
class Posted:
    """A result for the desk of ``event``: ``id`` for ever, ``body`` as it is to be sent."""

    id: str
    event: str
    body: bytes

    @classmethod
    def of(cls, event: str, result: ResultSent) -> Posted:
        """Made ready to be sent."""
        return cls(result.id, event, msgspec.json.encode(result))
