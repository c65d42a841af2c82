"""Ways in which a line gets damaged: bytes, values, shapes, sizes."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any, Final

Json = Any
Slot = tuple[Any, Any]  # a list or object, and the index or name of one of its values

ODD: Final[tuple[Json, ...]] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    6,
    1.0,
    0.5,
    1e308,
    float("nan"),
    float("-inf"),
    2**31,
    2**63,
    -(2**64),
    10**400,
    "",
    "x",
    "W",
    "Rc3",
    "\ud800",
    "\x00",
    "А",
    [],
    [[]],
    {},
    {"type": "place"},
)
BAD_BYTES: Final = (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xd0", b"\x00")
NUMBERS: Final = (b"9" * 5000, b"1e999", b"-0", b"01", b"0x1", b"1.", b"Infinity", b"NaN")


def damaged(request: Json, others: list[Json], lots: random.Random) -> bytes:
    """A damaged form of the request, as a line without its newline. ``others`` lend parts."""
    if lots.random() < 0.6:
        changed = copy.deepcopy(request)
        for _ in range(lots.choice((1, 1, 1, 2, 3))):
            lots.choice(IN_SHAPE)(changed, others, lots)
        line = json.dumps(changed, ensure_ascii=lots.random() < 0.5).encode(
            "utf-8", "surrogatepass"
        )
    else:
        line = json.dumps(request).encode()
        line = lots.choice(IN_BYTES)(line, lots)
    # A newline would make two lines of it, and quitting is no damage.
    return line.replace(b"\n", b" ").replace(b"quit", b"quiz")


def _slots(value: Json) -> list[Slot]:
    """Every place in the value where a value stands."""
    found: list[Slot] = []
    left = [value]
    while left:
        holder = left.pop()
        places = list(holder) if isinstance(holder, dict) else range(len(holder))
        for place in places:
            found.append((holder, place))
            if isinstance(holder[place], (dict, list)):
                left.append(holder[place])
    return found


def _slot(request: Json, lots: random.Random) -> Slot:
    return lots.choice(_slots(request) or [({"none": None}, "none")])


def _odd_value(request: Json, others: list[Json], lots: random.Random) -> None:
    holder, place = _slot(request, lots)
    holder[place] = copy.deepcopy(lots.choice(ODD))


def _near_value(request: Json, others: list[Json], lots: random.Random) -> None:
    holder, place = _slot(request, lots)
    value = holder[place]
    if isinstance(value, bool):
        holder[place] = not value
    elif isinstance(value, int):
        holder[place] = value + lots.choice((-1, 1))
    elif isinstance(value, list):
        lots.shuffle(value)
    elif isinstance(value, str):
        holder[place] = value.swapcase()


def _other_type(request: Json, others: list[Json], lots: random.Random) -> None:
    holder, place = _slot(request, lots)
    value = holder[place]
    forms: list[Callable[[Any], Any]] = [str, lambda v: [v], lambda v: {"v": v}]
    if isinstance(value, int):
        forms += [float, bool] if abs(value) < 2**53 else [bool]
    holder[place] = lots.choice(forms)(value)


def _lost(request: Json, others: list[Json], lots: random.Random) -> None:
    holder, place = _slot(request, lots)
    del holder[place]


def _doubled(request: Json, others: list[Json], lots: random.Random) -> None:
    holder, place = _slot(request, lots)
    if isinstance(holder, list):
        holder.append(copy.deepcopy(holder[place]))
    else:
        holder[f"{place}_"] = holder[place]


def _swapped(request: Json, others: list[Json], lots: random.Random) -> None:
    """Two values change places; what would stand within itself is copied."""
    (one, here), (other, there) = _slot(request, lots), _slot(request, lots)
    first, second = copy.deepcopy(one[here]), copy.deepcopy(other[there])
    one[here] = second
    other[there] = first


def _lent(request: Json, others: list[Json], lots: random.Random) -> None:
    holder, place = _slot(request, lots)
    lender, lent = _slot(lots.choice(others), lots)
    holder[place] = copy.deepcopy(lender[lent])


def _changed_byte(line: bytes, lots: random.Random) -> bytes:
    raw = bytearray(line)
    for _ in range(lots.choice((1, 1, 3))):
        raw[lots.randrange(len(raw))] = lots.randrange(256)
    return bytes(raw)


def _flipped_bit(line: bytes, lots: random.Random) -> bytes:
    raw = bytearray(line)
    raw[lots.randrange(len(raw))] ^= 1 << lots.randrange(8)
    return bytes(raw)


def _cut(line: bytes, lots: random.Random) -> bytes:
    start, end = sorted((lots.randrange(len(line)), lots.randrange(len(line))))
    return lots.choice((line[:start], line[start:], line[:start] + line[end:]))


def _repeated(line: bytes, lots: random.Random) -> bytes:
    start, end = sorted((lots.randrange(len(line)), lots.randrange(len(line))))
    return line[:end] + line[start:]


def _not_text(line: bytes, lots: random.Random) -> bytes:
    place = lots.randrange(len(line))
    return line[:place] + lots.choice(BAD_BYTES) + line[place:]


def _odd_number(line: bytes, lots: random.Random) -> bytes:
    places = [place for place, byte in enumerate(line) if chr(byte).isdigit()]
    place = lots.choice(places or [0])
    return line[:place] + lots.choice(NUMBERS) + line[place + 1 :]


def _nested(line: bytes, lots: random.Random) -> bytes:
    depth = lots.choice((10, 900, 5000, 60_000))
    value = lots.choice((b"[" * depth + b"]" * depth, b'{"a":' * depth + b"1" + b"}" * depth))
    place = line.rfind(b": ") + 2
    return lots.choice((value, line[:place] + value + b"}"))


def _too_long(line: bytes, lots: random.Random) -> bytes:
    return line + b" " * (1 << 20) if lots.random() < 0.05 else line + b" "


IN_SHAPE: Final = (_odd_value, _near_value, _other_type, _lost, _doubled, _swapped, _lent)
IN_BYTES: Final = (
    _changed_byte,
    _flipped_bit,
    _cut,
    _repeated,
    _not_text,
    _odd_number,
    _nested,
    _too_long,
)
