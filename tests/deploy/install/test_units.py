"""What systemd and udev are given: as systemd's own verifiers see it, and as it is written."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest

from console.hardware.flash import RASPBERRY
from deploy.update.cli import HOME, LONGEST_S, backoff_s
from tests.deploy.install.fake import DEPLOY

UNITS: Final = DEPLOY / "systemd"
NAMES: Final = ("khvatka.service", "khvatka-confirm.service", "khvatka-confirm.timer")
LEAST_SYSTEMD: Final = 252  # Debian 12
EXPOSURE: Final = 3.0


def directives(name: str) -> dict[str, list[str]]:
    """Every setting of a unit with its values."""
    found = defaultdict(list)
    text = (UNITS / name).read_text(encoding="utf-8").replace("\\\n", "")
    for line in text.splitlines():
        if line and not line.startswith(("#", "[")):
            key, _, value = line.partition("=")
            found[key].append(value)
    return found


def analyze(root: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """``systemd-analyze`` on the units in a root where what they start is there."""
    tool = shutil.which("systemd-analyze")
    version = "" if tool is None else subprocess.check_output([tool, "--version"], text=True)
    found = re.match(r"systemd (\d+)", version)
    if tool is None or found is None or int(found[1]) < LEAST_SYSTEMD:
        pytest.skip("no systemd of Debian 12 here: the written unit is tested below")
    own = root / "usr/lib/systemd/system"
    shutil.copytree("/usr/lib/systemd/system", own, symlinks=True)
    for name in NAMES:
        place = root / "etc/systemd/system" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes((UNITS / name).read_bytes())
    ours = ("opt/khvatka/current/bin/khvatka", "opt/khvatka/bin/khvatka-update")
    for program in (*ours, "usr/bin/systemctl", "usr/bin/sh"):
        place = root / program
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("#!/bin/sh\n")
        place.chmod(0o755)
    return subprocess.run(
        [tool, f"--root={root}", *command], capture_output=True, text=True, check=False
    )


def test_systemd_rates_what_it_may_reach_below_three(tmp_path: Path) -> None:
    done = analyze(tmp_path, "security", "--offline=true", "--no-pager", NAMES[0])
    rated = re.search(r"exposure level for khvatka.service: ([\d.]+)", done.stdout)
    assert rated is not None, done.stdout + done.stderr
    assert float(rated[1]) < EXPOSURE


def test_systemd_has_no_complaint(tmp_path: Path) -> None:
    done = analyze(tmp_path, "verify", "--man=no", *NAMES)
    ours = [line for line in done.stderr.splitlines() if "khvatka" in line]
    assert ours == []


def test_what_it_may_not_is_written() -> None:
    """The counterpart of systemd's rating where there is no systemd."""
    unit = directives(NAMES[0])
    assert unit["CapabilityBoundingSet"] == unit["AmbientCapabilities"] == [""]
    assert unit["DevicePolicy"] == ["closed"]
    assert unit["ProtectSystem"] == ["strict"]
    assert {"@system-service", "~@privileged"} == set(unit["SystemCallFilter"])
    for key in (
        "NoNewPrivileges", "ProtectHome", "PrivateTmp", "ProtectClock", "ProtectKernelModules",
        "ProtectKernelTunables", "ProtectKernelLogs", "ProtectControlGroups", "RestrictNamespaces",
        "RestrictSUIDSGID", "LockPersonality", "RemoveIPC", "ProtectHostname", "PrivateMounts",
    ):  # fmt: skip
        assert unit[key] == ["yes"], key


def test_what_it_must_reach_is_open_to_it() -> None:
    unit = directives(NAMES[0])
    open_to_it = {device.split()[0] for device in unit["DeviceAllow"]}
    classes = {f"char-{c}" for c in ("drm", "input", "gpiochip", "spi", "ttyACM", "alsa")}
    assert classes <= open_to_it
    assert unit["ReadWritePaths"] == ["-/var/lib/khvatka/table"]
    (start,) = unit["ExecStart"]
    assert "--data /var/lib/khvatka/table" in start
    assert start.startswith(f"{HOME}/current/bin/khvatka play ")


def test_it_is_watched_and_never_given_up() -> None:
    unit = directives(NAMES[0])
    assert (unit["Type"], unit["NotifyAccess"]) == (["notify"], ["main"])
    assert unit["Restart"] == ["always"], "a hangup is no failure to systemd"
    assert unit["StartLimitIntervalSec"] == ["0"]
    assert 1 <= int(unit["WatchdogSec"][0]) <= 30
    before = unit["ExecStartPre"]
    assert before == [f"-+{HOME}/bin/khvatka-update attempt"]
    pause_fits = int(unit["TimeoutStartSec"][0]) > 2 * LONGEST_S
    assert pause_fits, "it is part of the start"


def test_the_terminal_is_the_tables_alone() -> None:
    """Every command of a unit takes its terminal: one that ran beside the table would end it."""
    unit = directives(NAMES[0])
    assert (unit["StandardInput"], unit["TTYVHangup"]) == (["tty"], ["yes"])
    assert not {"ExecStartPost", "ExecReload"} & set(unit)


def test_a_minute_is_counted_from_when_it_is_up() -> None:
    assert directives(NAMES[0])["Wants"] == [NAMES[2]]
    timer = directives(NAMES[2])
    assert timer["BindsTo"] == timer["After"] == [NAMES[0]]
    assert timer["OnActiveSec"] == ["60"]


def test_the_pause_before_a_start_grows_to_a_minute() -> None:
    assert [backoff_s(starts) for starts in range(8)] == [0, 2, 4, 8, 16, 32, 60, 60]


def test_a_data_partition_is_waited_for_and_not_required() -> None:
    """Without it the version on the root starts; StateDirectory would require it (systemd.exec)."""
    unit = directives(NAMES[0])
    assert "var-lib-khvatka.mount opt-khvatka.mount" in unit["After"]
    assert not {"StateDirectory", "RequiresMountsFor", "Requires"} & set(unit)


def test_nothing_waits_for_a_network_or_a_clock() -> None:
    text = (UNITS / NAMES[0]).read_text(encoding="utf-8")
    assert not re.search(r"^(After|Wants|Requires)=.*(network|time-sync)", text, re.M)


def test_the_pad_controller_has_a_name_of_its_own() -> None:
    rules = (DEPLOY / "udev/60-khvatka.rules").read_text(encoding="utf-8")
    (line,) = [line for line in rules.splitlines() if "tty" in line and not line.startswith("#")]
    assert f'ATTRS{{idVendor}}=="{RASPBERRY:04x}"' in line
    assert 'SYMLINK+="khvatka-pad"' in line
    assert 'GROUP="dialout"' in line


@pytest.mark.parametrize("script", sorted(DEPLOY.rglob("*.sh")), ids=lambda path: path.name)
def test_shellcheck_has_no_complaint(script: Path) -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "shellcheck", str(script)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_what_the_tables_user_may_ask_of_the_system() -> None:
    """Off, restart, an update; the verifier of it is a running system's polkit."""
    rules = (DEPLOY / "polkit/60-khvatka.rules").read_text(encoding="utf-8")
    assert 'subject.user !== "khvatka"' in rules
    granted = re.findall(r"/\^(.*)\$/", rules)
    assert len(granted) == 2
    power, update = (re.compile(pattern.replace(r"\/", "/")) for pattern in granted)
    assert power.fullmatch("org.freedesktop.login1.power-off")
    assert power.fullmatch("org.freedesktop.login1.reboot-multiple-sessions")
    assert not power.fullmatch("org.freedesktop.login1.set-wall-message")
    assert update.fullmatch("khvatka-apply@srv-khvatka.tar.service")
    assert not update.fullmatch("ssh.service")
    assert (UNITS / "khvatka-apply@.service").is_file()
