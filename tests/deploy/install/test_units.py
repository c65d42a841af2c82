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
from console.service.sticks.mounted import ROOTS
from deploy.update import sandbox
from deploy.update.build import MOST_BUILT, MOST_PLACED
from deploy.update.cli import APPLIED, LONGEST_S, backoff_s
from deploy.update.place import Installation
from tests.deploy.install.fake import DEPLOY

UNITS: Final = DEPLOY / "systemd"
TABLE: Final = "khvatka.service"
TIMER: Final = "khvatka-confirm.timer"
APPLY, BUILD, ATTEMPT, CONFIRM = BESIDE = (
    "khvatka-apply@.service", "khvatka-build.service", "khvatka-attempt.service",
    "khvatka-confirm.service",
)  # fmt: skip
NAMES: Final = (TABLE, TIMER, *BESIDE)
PLACE: Final = Installation()
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
    walls = root / "etc/systemd/system/khvatka-.service.d/60-walls.conf"
    walls.parent.mkdir()
    walls.write_bytes((UNITS / "walls.conf").read_bytes())
    ours = ("opt/khvatka/current/bin/khvatka", "usr/local/sbin/khvatka-update")
    for program in (*ours, "usr/bin/systemctl", "usr/bin/sh"):
        place = root / program
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("#!/bin/sh\n")
        place.chmod(0o755)
    return subprocess.run(
        [tool, f"--root={root}", *command], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", [TABLE, *BESIDE])
def test_systemd_rates_what_it_may_reach_below_three(tmp_path: Path, name: str) -> None:
    unit = name.replace("@", "@srv-khvatka.tar")
    done = analyze(tmp_path, "security", "--offline=true", "--no-pager", unit)
    rated = re.search(rf"exposure level for {re.escape(unit)}: ([\d.]+)", done.stdout)
    assert rated is not None, done.stdout + done.stderr
    assert float(rated[1]) < EXPOSURE


def test_systemd_has_no_complaint(tmp_path: Path) -> None:
    names = [name.replace("@", "@srv-khvatka.tar") for name in NAMES]
    done = analyze(tmp_path, "verify", "--man=no", *names)
    ours = [line for line in done.stderr.splitlines() if "khvatka" in line]
    assert ours == []


@pytest.mark.parametrize("name", [TABLE, "walls.conf"])
def test_what_it_may_not_is_written(name: str) -> None:
    """The counterpart of systemd's rating where there is no systemd."""
    unit = directives(name)
    assert unit["CapabilityBoundingSet"] == unit["AmbientCapabilities"] == [""]
    assert unit["ProtectSystem"] == ["strict"]
    assert unit["SystemCallFilter"][0] == "@system-service"
    assert "~@privileged" in unit["SystemCallFilter"][1]
    for key in (
        "NoNewPrivileges", "ProtectHome", "PrivateTmp", "ProtectClock", "ProtectKernelModules",
        "ProtectKernelTunables", "ProtectKernelLogs", "ProtectControlGroups", "RestrictNamespaces",
        "RestrictSUIDSGID", "LockPersonality", "RemoveIPC", "ProtectHostname", "PrivateMounts",
    ):  # fmt: skip
        assert unit[key] == ["yes"], key


def test_root_runs_and_trusts_nothing_of_the_partition_with_the_versions() -> None:
    """What a stick could replace runs as the table's user, or as the one who builds."""
    for name in NAMES:
        unit = directives(name)
        programs = [p for key, values in unit.items() if key.startswith("Exec") for p in values]
        roots = unit.get("User", ["root"]) == ["root"]
        for program in programs:
            assert not (roots and program.startswith(str(PLACE.versions))), program
            assert program[0] == "/", f"{program} has rights that its unit has not"
    for path in (PLACE.program, PLACE.signers):
        assert not path.is_relative_to(PLACE.versions)


def test_only_the_versions_are_written_and_only_by_who_keeps_them() -> None:
    for name in (APPLY, ATTEMPT, CONFIRM):
        assert directives(name)["ReadWritePaths"] == [f"-{PLACE.versions}"]
    assert "ReadWritePaths" not in directives(BUILD)


def test_who_builds_has_a_bounded_place_and_two_open_files() -> None:
    unit = directives(BUILD)
    assert unit["User"] == unit["Group"] == [sandbox.USER]
    covers = dict(cover.split(":") for cover in unit["TemporaryFileSystem"])
    most = f"{MOST_BUILT >> 20}M"
    options = covers.pop(str(PLACE.versions)).split(",")
    assert {f"size={most}", f"nr_inodes={MOST_PLACED}", "nosuid"} <= set(options)
    assert covers == {"/run": "ro"}
    assert unit["LimitFSIZE"] == [most]
    assert (unit["MemoryMax"], unit["TasksMax"]) == (["1G"], ["64"])
    assert unit["StandardInput"] == [f"file:{PLACE.incoming}/bundle.tar"]
    assert unit["StandardOutput"] == [f"truncate:{PLACE.incoming}/built.tar"]
    hidden = " ".join(unit["InaccessiblePaths"]).split()
    assert {"-/var/lib/khvatka", "-/etc/khvatka", "/tmp", "/var/tmp", "-/dev/shm"} <= set(hidden)
    assert {"-/media", "-/mnt"} <= set(hidden), "a stick's are nobody's of its own"


def test_what_is_asked_for_is_one_argument_and_ends_some_day() -> None:
    """The path comes from the table's user: systemd splits words before it puts it there."""
    unit = directives(APPLY)
    assert unit["ExecStart"] == [f"{PLACE.program} apply %f"]
    assert unit["StandardOutput"] == [f"truncate:{APPLIED}"]
    assert unit["TimeoutStartSec"] == ["20min"]
    assert unit["SupplementaryGroups"] == ["khvatka"], "it reads what they can"


def test_what_it_must_reach_is_open_to_it() -> None:
    unit = directives(TABLE)
    open_to_it = {device.split()[0] for device in unit["DeviceAllow"]}
    classes = {f"char-{c}" for c in ("drm", "input", "gpiochip", "spi", "ttyACM", "alsa")}
    assert classes <= open_to_it
    assert unit["ReadWritePaths"][0] == "-/var/lib/khvatka/table"
    (start,) = unit["ExecStart"]
    assert "--data /var/lib/khvatka/table" in start
    assert start.startswith(f"{PLACE.versions}/current/bin/khvatka play ")


def test_it_is_watched_and_never_given_up() -> None:
    unit = directives(TABLE)
    assert (unit["Type"], unit["NotifyAccess"]) == (["notify"], ["main"])
    assert unit["Restart"] == ["always"], "a hangup is no failure to systemd"
    assert unit["StartLimitIntervalSec"] == ["0"]
    assert 1 <= int(unit["WatchdogSec"][0]) <= 30
    assert ATTEMPT in unit["Wants"]
    assert ATTEMPT in unit["After"]
    assert "ExecStartPre" not in unit, "it would have root's rights, or none to go back with"
    before = directives(ATTEMPT)
    assert before["ExecStart"] == [f"{PLACE.program} attempt"]
    pause_fits = int(before["TimeoutStartSec"][0]) > 2 * LONGEST_S
    assert (pause_fits, before["StartLimitIntervalSec"]) == (True, ["0"])


def test_the_terminal_is_the_tables_alone() -> None:
    """Every command of a unit takes its terminal: one that ran beside the table would end it."""
    unit = directives(TABLE)
    assert (unit["StandardInput"], unit["TTYVHangup"]) == (["tty"], ["yes"])
    assert not {"ExecStartPost", "ExecReload"} & set(unit)


def test_a_minute_is_counted_from_when_it_is_up() -> None:
    assert TIMER in directives(TABLE)["Wants"]
    timer = directives(TIMER)
    assert timer["BindsTo"] == timer["After"] == [TABLE]
    assert timer["OnActiveSec"] == ["60"]


def test_the_pause_before_a_start_grows_to_a_minute() -> None:
    assert [backoff_s(starts) for starts in range(8)] == [0, 2, 4, 8, 16, 32, 60, 60]


def test_a_data_partition_is_waited_for_and_not_required() -> None:
    """Without it the version on the root starts; StateDirectory would require it (systemd.exec)."""
    unit = directives(TABLE)
    assert "var-lib-khvatka.mount opt-khvatka.mount" in unit["After"]
    assert "var-lib-khvatka.mount opt-khvatka.mount" in directives(ATTEMPT)["After"]
    assert not {"StateDirectory", "RequiresMountsFor", "Requires"} & set(unit)


def test_nothing_waits_for_a_network_or_a_clock() -> None:
    text = (UNITS / TABLE).read_text(encoding="utf-8")
    assert not re.search(r"^(After|Wants|Requires)=.*(network|time-sync)", text, re.M)


def test_the_pad_controller_has_a_name_of_its_own() -> None:
    rules = (DEPLOY / "udev/60-khvatka.rules").read_text(encoding="utf-8")
    (line,) = [line for line in rules.splitlines() if "tty" in line and not line.startswith("#")]
    assert f'ATTRS{{idVendor}}=="{RASPBERRY:04x}"' in line
    assert 'SYMLINK+="khvatka-pad"' in line
    assert 'GROUP="dialout"' in line


def test_a_stick_of_before_the_start_is_as_good_as_a_later_one() -> None:
    """`sticks_root.sh` sees it in a real systemd."""
    places = directives(NAMES[0])["ReadWritePaths"][1].split()
    assert places == [f"-{root}" for root in ROOTS]


def test_sticks_are_mounted_once_it_is_known_what_they_are() -> None:
    """udev reads its rules by name, and it is 60-persistent-storage that finds ID_BUS and the file
    system; nothing on a stick is run, a device, a link to elsewhere, or repaired as root."""
    (path,) = (DEPLOY / "udev").glob("*sticks*")
    assert path.name > "60-persistent-storage.rules"
    rules = path.read_text(encoding="utf-8")
    assert 'PROGRAM=="/usr/bin/findmnt --fstab --evaluate --source $devnode", GOTO=' in rules
    assert 'ENV{khvatka_options}="nosuid,nodev,noexec,nosymfollow"' in rules
    mounts = [line for line in rules.splitlines() if "systemd-mount --no" in line]
    assert len(mounts) == 2
    assert all("$env{khvatka_options}" in line and "--fsck=no" in line for line in mounts)
    (ext4,) = [line for line in mounts if '"ext4"' in line]
    assert "=errors=remount-ro," in ext4, "else it may bid the kernel panic (check_sticks.py)"
    others = [p for p in (DEPLOY / "udev").iterdir() if p != path]
    assert not any("ID_FS_TYPE" in p.read_text(encoding="utf-8") for p in others)


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
    assert rules.endswith("polkit.Result.YES : polkit.Result.NO;\n});\n")
