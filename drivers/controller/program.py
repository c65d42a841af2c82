"""The pad controller's program: its files, what it is called, and as one UF2 file.

A Pico in boot mode is a drive; a UF2 file that is copied onto it is written into its flash, block
by block of 512 bytes (github.com/microsoft/uf2).
"""

from __future__ import annotations

import hashlib
import re
import struct
from pathlib import Path
from typing import Final

from drivers import firmware
from drivers.errors import ConfigError

FOLDER: Final = Path(firmware.__file__).parent
PACKAGE: Final = "firmware"
START: Final = ("boot.py", "main.py")
"""What lies at the root of the flash, the one that starts the program last."""
UF2: Final = FOLDER / "khvatka-pad.uf2"
"""Where `make firmware` puts it, and a bundle has it."""
FLASH: Final = 0x1000_0000
RP2040: Final = 0xE48B_FF56
MAGIC: Final = 0x0A32_4655, 0x9E5D_5157
END: Final = 0x0AB1_6F30
FAMILY_GIVEN: Final = 0x2000
BLOCK, PAYLOAD = 512, 256
_HEAD: Final = struct.Struct("<8I")
_NAMED: Final = re.compile(rb"khvatka-pad (\d+\.\d+\.\d+) ([0-9a-f]{12})")


def files() -> dict[str, Path]:
    """What is installed: places on the Pico's flash and the files that go there."""
    package = {f"{PACKAGE}/{path.name}": path for path in sorted(FOLDER.glob("*.py"))}
    return package | {name: FOLDER / "start" / name for name in START}


def program_id() -> str:
    """`khvatka-pad 1.0.0 0123456789ab`: its version, and the hash of its files."""
    whole = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*.py")):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        whole.update(f"{path.relative_to(FOLDER).as_posix()} {digest}\n".encode())
    version = ".".join(map(str, firmware.VERSION))
    return f"khvatka-pad {version} {whole.hexdigest()[:12]}"


def packed(image: bytes) -> bytes:
    """The UF2 of what lies at the beginning of an RP2040's flash."""
    count = -(-len(image) // PAYLOAD)
    blocks = []
    for number in range(count):
        begin = number * PAYLOAD
        head = _HEAD.pack(*(*MAGIC, FAMILY_GIVEN, FLASH + begin, PAYLOAD, number, count, RP2040))
        part = image[begin : begin + PAYLOAD].ljust(PAYLOAD, b"\0")
        blocks.append((head + part).ljust(BLOCK - 4, b"\0") + struct.pack("<I", END))
    return b"".join(blocks)


def unpacked(uf2: bytes, name: str) -> bytes:
    """What it writes to the beginning of the flash. Raises ConfigError naming the file ``name``."""
    if not uf2 or len(uf2) % BLOCK:
        raise ConfigError("{name}: this is no whole UF2 file: copy it again", name=name)
    parts = []
    for number in range(len(uf2) // BLOCK):
        block = uf2[number * BLOCK : (number + 1) * BLOCK]
        *magic, flags, address, size, place, count, family = _HEAD.unpack_from(block)
        sound = tuple(magic) == MAGIC and block.endswith(struct.pack("<I", END))
        ours = flags & FAMILY_GIVEN and family == RP2040 and size == PAYLOAD
        whole = (place, count) == (number, len(uf2) // BLOCK)
        if not (sound and whole and address == FLASH + number * PAYLOAD):
            raise ConfigError("{name}: this is no whole UF2 file: copy it again", name=name)
        if not ours:
            raise ConfigError(
                "{name}: this is for another chip than the RP2040: name one of `make firmware`",
                name=name,
            )
        parts.append(block[_HEAD.size : _HEAD.size + PAYLOAD])
    return b"".join(parts)


def named(image: bytes, name: str) -> tuple[str, str]:
    """Version and hash of the program in an image. Raises ConfigError naming the file ``name``."""
    found = _NAMED.search(image)
    if found is None:
        raise ConfigError(
            "{name}: the pad controller's program is not in it: name one of `make firmware`",
            name=name,
        )
    return found[1].decode(), found[2].decode()
