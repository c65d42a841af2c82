"""A Python that starts with this folder on its path is, as far as Khvatka can see, on the system
that ``KHVATKA_TEST_SYSTEM`` names: darwin or win32. Its own processes are so too.
"""

from __future__ import annotations

import os

from tests.console.system.elsewhere.hidden import begin

begin(os.environ["KHVATKA_TEST_SYSTEM"])
