"""The table as an access point: written whole, understood by the programs that read it, taken back
to the byte, and nothing but the page within a guest's reach."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from console.wiring.phones import PORT
from tests.deploy.install.fake import DEPLOY, FakeRoot, fake_root
from tests.posix import is_root

HOTSPOT: Final = DEPLOY / "image/hotspot.sh"
PROFILE: Final = "etc/NetworkManager/system-connections/khvatka-hotspot.nmconnection"
NAMES: Final = "etc/NetworkManager/dnsmasq-shared.d/khvatka-hotspot.conf"
WALLS: Final = "etc/khvatka/hotspot.nft"
UNIT: Final = "etc/systemd/system/hotspot-khvatka.service"
TABLE: Final = "etc/khvatka/table.toml"
ADDRESS: Final = "192.168.4.1"
EXPOSURE: Final = 3.0


@pytest.fixture
def root(tmp_path: Path) -> FakeRoot:
    found = fake_root(tmp_path)
    place = found.folder / TABLE
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes((DEPLOY / "image/table.toml").read_bytes())
    return found


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"no {name} here: apt install network-manager nftables dnsmasq-base")
    return found


def test_on_again_and_back_to_the_byte(root: FakeRoot) -> None:
    before = root.files()
    status, said = root.run(HOTSPOT, "--enable", "--name", "Our table")
    assert status == 0, said
    link = "etc/systemd/system/multi-user.target.wants/hotspot-khvatka.service"
    assert set(root.files()) - set(before) - {link} == {PROFILE, NAMES, WALLS, UNIT}
    password = re.search(r"Wi-Fi Our table, password (\w{10})\n", said)
    assert password is not None
    assert f"WIFI:T:WPA;S:Our table;P:{password[1]};;" in said
    assert (root.folder / PROFILE).stat().st_mode & 0o777 == 0o600
    assert f'phones_host = "{ADDRESS}"' in root.read(TABLE)
    on = root.files()
    status, said = root.run(HOTSPOT, "--enable", "--name", "Our table")
    assert (status, "Nothing to change." in said, root.files()) == (0, True, on)
    assert root.run(HOTSPOT, "--disable")[0] == 0
    assert root.files() == before
    assert root.run(HOTSPOT, "--disable")[0] == 0


def test_an_owners_own_address_stays(root: FakeRoot) -> None:
    place = root.folder / TABLE
    place.write_text(place.read_text() + 'phones_host = "10.1.1.1"\n')
    before = root.files()
    assert root.run(HOTSPOT, "--enable")[0] == 0
    assert ADDRESS not in root.read(TABLE)
    assert root.run(HOTSPOT, "--disable")[0] == 0
    assert root.files() == before


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--enable", "--name", "a\nb"), "--name is"),
        (("--enable", "--name", "a;b"), "--name is"),
        (("--enable", "--name", "$(id)"), "--name is"),
        (("--enable", "--name", "x" * 33), "33 letters"),
        (("--enable", "--name"), "--name needs a value"),
        (("--enable", "--country", "Germany"), "give two letters"),
        (("--enable", "--device", "../x"), "give a name as wlan0"),
        (("--on",), "--on is no option"),
        ((), "give --enable"),
    ],
)
def test_what_it_cannot_do(root: FakeRoot, options: tuple[str, ...], says: str) -> None:
    before = root.files()
    status, said = root.run(HOTSPOT, *options)
    assert (status, says in said) == (2, True), said
    assert root.files() == before


def test_network_manager_reads_its_profile(root: FakeRoot) -> None:
    """``nmcli --offline`` reads it as the service does, and writes what it has understood."""
    nmcli = tool("nmcli")
    root.run(HOTSPOT, "--enable", "--name", "Our table")
    command = [nmcli, "--offline", "connection", "modify", "connection.id", "khvatka-hotspot"]
    with (root.folder / PROFILE).open() as profile:
        done = subprocess.run(command, stdin=profile, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for line in ("mode=ap", "ssid=Our table", "ap-isolation=1", "key-mgmt=wpa-psk", "proto=rsn;"):
        assert line in done.stdout.splitlines()
    assert f"address1={ADDRESS}/24\nmethod=shared" in done.stdout


def test_dnsmasq_reads_its_names(root: FakeRoot) -> None:
    dnsmasq = tool("dnsmasq")
    root.run(HOTSPOT, "--enable")
    subprocess.run([dnsmasq, "--test", "-C", root.folder / NAMES], check=True, capture_output=True)


def test_its_unit_is_walled_in(root: FakeRoot) -> None:
    analyze = tool("systemd-analyze")
    root.run(HOTSPOT, "--enable")
    done = subprocess.run(
        [analyze, "security", "--offline=true", "--no-pager", f"--root={root.folder}",
         "hotspot-khvatka.service"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    rated = re.search(r"exposure level for [\w.-]+: ([\d.]+)", done.stdout)
    assert rated is not None, done.stdout + done.stderr
    assert float(rated[1]) < EXPOSURE


GUEST: Final = """
set -eu
ip link set lo up
python3 -c '
import socket, time
at = [socket.create_server(("0.0.0.0", port)) for port in (22, 53, 443, 8017, 8080)]
time.sleep(290)' & server=$!
trap 'kill $server' EXIT
tries() {
	python3 -c '
import socket
for port in (22, 53, 443, 8017, 8080):
    try:
        socket.create_connection(("127.0.0.1", port), 0.5).close()
        print(port, end=" ")
    except OSError:
        pass
print()'
}
while [ "$(tries)" != '22 53 443 8017 8080 ' ]; do :; done
nft -f "$1"; nft -f "$1"
tries
nft delete table inet khvatka_hotspot
tries
"""


@pytest.mark.slow
def test_what_a_guest_reaches(root: FakeRoot) -> None:
    """The kernel's walls, in a net of its own whose one device is the guests'."""
    for name in ("nft", "unshare", "ip"):
        tool(name)
    if not is_root() or subprocess.run(["unshare", "-n", "true"], check=False).returncode:
        pytest.skip("a net of its own wants root")
    root.run(HOTSPOT, "--enable", "--device", "lo")
    command = ["unshare", "-n", "sh", "-c", GUEST, "sh", str(root.folder / WALLS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if "not supported" in done.stderr:
        pytest.skip("this kernel has no nftables")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"53 {PORT} ", "22 53 443 8017 8080 "]


def test_the_table_itself_listens_at_one_port() -> None:
    unit = (DEPLOY / "systemd/khvatka.service").read_text(encoding="utf-8").splitlines()
    assert [line for line in unit if line.startswith("SocketBind")] == [
        "SocketBindDeny=any",
        f"SocketBindAllow=ipv4:tcp:{PORT}",
    ]
