"""The first PIN when its time is over, and the PIN that is there."""

# ruff: noqa: E501  # scripts stand as they are run
from __future__ import annotations

import json
from typing import Final

from tests.deploy.attack.ground import DATA, Attack, Ground, NotTriedError

LATE: Final = {
    "gone": "rm -f first-pin",
    "another boot": 'printf \'{"boot":"%s","until_ns":%s}\' 0000 99999999999999999 >first-pin',
    "until the end of days": 'printf \'{"boot":"%s","until_ns":9223372036854775807}\''
    " $(cat /proc/sys/kernel/random/boot_id) >first-pin",
    "until 1e999": 'printf \'{"boot":"%s","until_ns":1e999}\' $(cat /proc/sys/kernel/random/boot_id) >first-pin',
    "a FIFO": "rm -f first-pin; mkfifo first-pin",
    "a folder": "rm -f first-pin; mkdir first-pin",
    "a link to nothing": "rm -f first-pin; ln -s nothing first-pin",
    "endless": "rm -f first-pin; ln -s /dev/zero first-pin",
    "odd bytes": "printf '\\377\\376{' >first-pin",
}


def _state(ground: Ground) -> dict[str, object]:
    done = ground.root("khvatka service pin --json --lang en", limit_s=30)
    if done.returncode == 124:
        return {"hangs": True}
    try:
        return dict(json.loads(done.stdout.splitlines()[-1]))
    except (ValueError, IndexError):
        return {"said": (done.stdout + done.stderr).strip()[-150:]}


def late(ground: Ground) -> str:
    """The file that says until when, as it is not written by the table."""
    if not ground.has("service pin --json"):
        raise NotTriedError("there is no such limit")
    found = []
    for what, script in LATE.items():
        ground.khvatka(f"cd {DATA} && rm -rf first-pin; {script}")
        state = _state(ground)
        left = state.get("left_s", state.get("left_ns", state.get("seconds_left", 0)))
        if state.get("hangs") or "Traceback" in str(state) or left:
            found.append(f"{what}: {state}")
    ground.khvatka(f"cd {DATA} && rm -rf first-pin")
    ground.root("systemctl restart khvatka")
    state = _state(ground)
    if "open" in str(state.get("first_pin", "")):
        found.append(f"after a restart: {state}")
    return "; ".join(found)


def strangers(ground: Ground) -> str:
    """Another user of the computer reads it, sets it, forgets it."""
    found = []
    for script in (
        f"cat {DATA}/khvatka.sqlite3",
        f"ls {DATA}",
        f"KHVATKA_DATA={DATA} /opt/khvatka/current/bin/khvatka service pin --reset",
        f"printf '4711\\n4711\\n' | /opt/khvatka/current/bin/khvatka service pin --set --data {DATA}",
        f"/opt/khvatka/current/bin/khvatka service settings --data {DATA}",
        f"touch {DATA}/first-pin",
    ):
        done = ground.nobody(script)
        if done.returncode == 0:
            found.append(script)
        if "Traceback" in done.stderr:
            found.append(f"{script}: {done.stderr[-150:]}")
    return "; ".join(found)


KEPT: Final = """
import glob, os, sqlite3
found = sqlite3.connect("file:" + {store!r} + "?mode=ro", uri=True)
names = [row[0] for row in found.execute("select name from sqlite_master where type = 'table'")]
for name in names:
    for row in found.execute(f"select * from [{{name}}]"):
        for value in row:
            if isinstance(value, bytes) and len(value) in (16, 32):
                print(value.hex())
            elif isinstance(value, (str, bytes)) and ("hash" in str(value)[:200]):
                print("TEXT", str(value)[:400])
"""


def told(ground: Ground) -> str:
    """Its digits or its hash, in what is shown, exported, logged."""
    pin = "4711471147"
    ground.root(
        "cat >/srv/parcels/set.py <<'END'\nimport os, pty, time\npid, at = pty.fork()\n"
        "if pid == 0: os.execvp('khvatka', ['khvatka', 'service', 'pin', '--set'])\n"
        f"time.sleep(3); os.write(at, b'{pin}\\n'); time.sleep(1); os.write(at, b'{pin}\\n'); time.sleep(2)\n"
        "print(os.read(at, 4000))\nEND\npython3 /srv/parcels/set.py"
    )
    found = ground.root(
        f"python3 - <<'END'\n{KEPT.format(store=f'{DATA}/khvatka.sqlite3')}\nEND"
    ).stdout.split()
    hashes = [h for h in found if len(h) in (32, 64)]
    ground.khvatka("rm -rf /srv/parcels/told; mkdir /srv/parcels/told")
    said = ground.root(
        "khvatka service settings --json; khvatka service about --json; khvatka service audits --json;"
        " khvatka service pin --json; khvatka service profiles --json; khvatka service export /srv/parcels/told;"
        " khvatka service logs -n 1000 --json; journalctl --no-pager -o export; cat /srv/parcels/told/*/*;"
        " ps axww -o args; cat /proc/*/environ | tr '\\0' '\\n'"
    ).stdout
    wrong = [what for what in (pin, *hashes) if what in said.replace("set.py", "")]
    ground.root("khvatka service pin --reset; rm -rf /srv/parcels/told")
    if not hashes:
        raise NotTriedError("no PIN was found in the store")
    return f"told: {', '.join(wrong)}" if wrong else ""


def guessed(ground: Ground) -> str:
    """Is there a command that tells whether a guess is right?"""
    said = ground.root("khvatka service pin --help; khvatka service --help").stdout
    words = [w for w in ("--check", "--try", "--verify", "unlock", "--pin") if w in said]
    return ", ".join(words)


ATTACKS = [
    Attack(33, f"the first PIN's time: {len(LATE)} files, a restart", "the service menu", late),
    Attack(
        34,
        "another user of the computer reads, sets, forgets the PIN",
        "the service menu",
        strangers,
    ),
    Attack(34, "a command that tells whether a guess is right", "the PIN", guessed),
    Attack(35, "PIN and hash in settings, exports, logs, arguments", "the PIN", told),
]
