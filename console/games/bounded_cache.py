"""A cache of values that are worked out when first asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedCache(dict[K, V], ABC, Generic[K, V]):
    """Values by key; once there are ``most`` all are forgotten, so that a long evening needs no
    more memory than a short one."""

    most: ClassVar[int] = 1_000

    def __missing__(self, key: K) -> V:
        if len(self) >= self.most:
            self.clear()
        self[key] = value = self.work_out(key)
        return value

    @abstractmethod
    def work_out(self, key: K) -> V:
        """The value of ``key``."""
