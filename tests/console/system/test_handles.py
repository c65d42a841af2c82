"""As many handles as a web process needs for its lines."""

from __future__ import annotations

import resource
import sys

from console.system.handles import may_open
from tests.posix import few_handles

assert sys.platform == "linux"


def test_as_many_as_the_system_gives() -> None:
    with few_handles(256):
        assert may_open(200) == 200
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 256
        assert may_open(300) == 300
        hard_n = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (300, hard_n)
        if hard_n != resource.RLIM_INFINITY:
            assert may_open(hard_n + 1) == hard_n
