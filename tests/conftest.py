"""Settings for every test: hypothesis is seeded, nothing opens a window or a sound card."""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# Whoever tests may speak any language, have a table of their own, and have Python do as they like;
# xdist sets the columns.
for _variable in (
    *("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "KHVATKA_DATA", "KHVATKA_BOARD"),
    *("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "COLUMNS"),
):
    os.environ.pop(_variable, None)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell's background job has it
    signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ["LANGUAGE"] = "en"  # what is Russian asks for it

# Tests leave little in circles: looking through all of it every few hundred objects took a sixth of
# the time.
gc.set_threshold(20_000)

settings.register_profile(
    "khvatka",
    derandomize=True,
    deadline=None,  # shared machines stall
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", settings.get_profile("khvatka"), max_examples=25)

HERE: Final = Path(__file__).parent
WHOLE: Final = (
    "console/bench/",
    "console/bots/",
    "console/cli/test_light.py",
    "console/cli/test_odd_files.py",
    "console/engine/test_damaged_lines.py",
    "console/games/chaos/test_matches.py",
    "console/games/elements/test_matches.py",
    "console/games/ignis/test_matches.py",
    "console/games/iota/test_by_lot.py",
    "console/games/iota/test_legal_actions.py",
    "console/games/iota/test_matches.py",
    "console/games/test_entries.py",
    "console/hardware/test_calibrate.py",
    "console/hardware/test_check.py",
    "console/hardware/test_doubts.py",
    "console/hardware/test_jig.py",
    "console/hardware/test_touch_findings.py",
    "console/hardware/test_unfit.py",
    "console/hardware/test_watch.py",
    "console/link/test_delivery.py",
    "console/screens/",
    "console/service/sticks/test_worker.py",
    "console/sound/test_loudness.py",
    "console/store/test_power_cut.py",
    "console/store/test_process.py",
    "console/store/test_rescue.py",
    "console/store/test_trimming.py",
    "console/table/attract/test_scene.py",
    "console/table/chaos/test_autopilot.py",
    "console/table/chaos/test_lesson.py",
    "console/table/chaos/test_standstill.py",
    "console/table/elements/test_move_picker.py",
    "console/table/iota/test_move_picker.py",
    "console/terminal/test_spread.py",
    "console/trials/",
    "console/tuning/test_tuner.py",
    "console/wiring/",
    "drivers/controller/test_over_the_cable.py",
    "drivers/controller/test_which_pad.py",
    "drivers/pad/test_crosstalk.py",
    "drivers/pad/test_dead_top.py",
    "drivers/pad/test_unmeasured.py",
    "fifth_game/",
    "host_sim/test_through_the_drivers.py",
    "other_board/",
    "second_simulator/",
    "specification/test_calls.py",
)
"""What draws screens, plays whole matches, installs, runs long trials, or takes a fifth of a second
and more for each test: for `make test`."""


_ALL_SLOW: Final = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.(?:slow|complete)\b", re.M)
"""A module that says so of all its tests."""

AGAIN_S: Final = 60.0
"""What cleans up after a test that hung may hang too: `with Popen`, `with ThreadPoolExecutor`."""


def pytest_configure(config: pytest.Config) -> None:
    """Properties are tried on fewer examples where only quick tests are asked for."""
    settings.load_profile("quick" if quick_only(config) else "khvatka")


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer(item: pytest.Item) -> Generator[None, object, object]:
    """pytest-timeout fails a test once: again and again, so that its cleaning up ends too."""
    told = yield
    if sys.platform != "win32":
        due_s, _ = signal.getitimer(signal.ITIMER_REAL)
        if due_s:
            signal.setitimer(signal.ITIMER_REAL, due_s, AGAIN_S)
    return told


@pytest.fixture(scope="session", autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The data folder where none is named is nobody's: neither the user's nor another run's."""
    folder = str(tmp_path_factory.mktemp("data"))
    with pytest.MonkeyPatch.context() as own:
        own.setenv("XDG_DATA_HOME", folder)
        own.setenv("LOCALAPPDATA", folder)
        yield


def quick_only(config: pytest.Config) -> bool:
    """Are none but the quick tests asked for? What else there is need not even be imported."""
    return bool(config.option.markexpr == "not slow")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only quick tests are asked for, modules without any are none."""
    return (quick_only(config) and (whole(collection_path) or all_slow(collection_path))) or None


@cache  # it is asked of each test
def whole(path: Path) -> bool:
    """Is all of it for `make test`?"""
    name = path.relative_to(HERE).as_posix()
    return name.startswith(WHOLE) or f"{name}/" in WHOLE


def all_slow(path: Path) -> bool:
    """Does it say so itself?"""
    return path.suffix == ".py" and bool(_ALL_SLOW.search(path.read_text(encoding="utf-8")))


@cache
def for_rigs(path: Path) -> bool:
    return path.is_relative_to(HERE / "hardware")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Tests and modules stay to the end: nobody needs to look through them, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those and the complete ones are slow: `make check` stays a matter of a minute.

    A rig is for one process at a time and its tests are the longest: they begin first, one after
    another in one worker, while the others do the rest."""
    items.sort(key=lambda item: not for_rigs(item.path))
    for item in items:
        if whole(item.path) or item.get_closest_marker("complete"):
            item.add_marker(pytest.mark.slow)
        if for_rigs(item.path):
            item.add_marker(pytest.mark.timeout(1_800))  # the first one builds its rig
