"""Settings for every test: hypothesis is seeded, nothing opens a window or a sound card."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

settings.register_profile(
    "khvatka",
    derandomize=True,
    deadline=None,  # shared machines stall
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("khvatka")
