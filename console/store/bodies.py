"""Rows as bytes: JSON, deflated against the words that all of their kind have in common.

A verdict takes a quarter of its JSON, a header an eighth, a flip a half. A body that begins with a
brace is plain JSON, as results are.
"""

from __future__ import annotations

import zlib
from typing import Any, Final, TypeVar

import msgspec

_T = TypeVar("_T")
_DEFLATED: Final = b"\x01"
# Bodies are read with these very bytes: never change them, add another form.
_WORDS: Final = (
    b'{"game":"chaos","options":{"last_card":"immediate","specials":{"grab":3,"palm":3,"all":2,'
    b'"left":2}},"seed":1,"players":4,"seats":[0,1,2,3,4,5,6,7],"people":["person","adult",'
    b'"empty"],"started_wall":"2026-01-01T00:00:00+03:00","started_ns":1000000000,"board":"mk2",'
    b'"board_info":{"name":"mk2","seats":8,"lines":[{"name":"seat0.left","seat":0,"button":0},'
    b'{"name":"seat0.right","seat":0,"button":1},{"name":"seat0.ok","seat":0,"button":2},{"name":'
    b'"seat0.back","seat":0,"button":3},{"name":"seated","seat":null,"button":null}],"channels":'
    b'[{"seat":0,"part":"top","offset_ns":0},{"seat":0,"part":"under","offset_ns":30000},{"seat":'
    b'1,"part":"top","offset_ns":60000},{"seat":1,"part":"under","offset_ns":90000}],"full_code":'
    b'4095,"divider_ohm":10000.0,"scan_period_ns":1000000,"edge_uncertainty_ns":60000,'
    b'"worst_delay_ns":1200000},"calibration":{"channels":[{"gain":1.0,"gain_sigma":0.06,'
    b'"rest_code":0}]},"pad_config":{"onset_n":0.5,"release_n":0.35,"least_peak_n":1.0,'
    b'"least_loaded_ns":15000000,"gesture_ns":120000000,"release_hold_ns":5000000,"pinch_share":'
    b'0.08,"crosstalk_ratio":0.1,"crosstalk_sigma":0.02,"screen_ns":15000000,'
    b'"crosstalk_look_back_ns":20000000,"noise_fraction":0.0009765625,"noisy_fraction":0.02,'
    b'"block_scans":256,"up_share":0.12,"down_share":0.44,"stuck_ns":8000000000,"nonsense_scans":'
    b'20,"brushes":20,"fault_window_ns":1000000000,"fault_quiet_ns":1500000000,"noisy_blocks":3,'
    b'"dead_touches":12,"dead_peak_n":5.0,"rest_fraction":0.005,"future_ns":5000000},"profiles":[]}'
    b'{"n":0,"kind":"dead_heat","kind":"false_grab","kind":"duel_won","kind":"special_won","t_ns":'
    b'1000000000,"shown_ns":1000000000,"contacts":[{"seat":0,"gesture":"palm","t_ns":1000000000,'
    b'"uncertainty_ns":50000,"clock_uncertainty_ns":50000,"decided_ns":1000000000,"peak_n":10.0},'
    b'{"seat":1,"gesture":"grab","t_ns":1000000000,"uncertainty_ns":100000,"clock_uncertainty_ns":'
    b'50000,"decided_ns":1000000000,"peak_n":20.0}],"margins_ns":[0,10000000],"expanded_ns":[0,'
    b'200000],"action":10,"seats":[0],"losers":[1],"special":"palm","special":"grab","special":'
    b'null,"sudden_death":[]}'
    b'{"type":"contact","hand":0,"gesture":"palm","t_us":{"type":"contact","hand":1,"gesture":"grab"'
    b',"t_us":{"type":"flip_all","t_us":{"type":"flip","hand":3,"t_us":'
)


def pack(value: Any) -> bytes:
    """The bytes of an action, a verdict or a header."""
    deflating = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=_WORDS)
    return _DEFLATED + deflating.compress(msgspec.json.encode(value)) + deflating.flush()


def unpack(body: bytes, kind: type[_T]) -> _T:
    """What ``body`` holds. Raises ValueError when it is damaged or of another kind."""
    if body[:1] == _DEFLATED:
        inflating = zlib.decompressobj(-zlib.MAX_WBITS, zdict=_WORDS)
        try:
            body = inflating.decompress(body[1:])
        except zlib.error as fault:
            raise ValueError(f"deflated bytes: {fault}") from fault
        if not inflating.eof:
            raise ValueError("deflated bytes: their end is missing")
    return msgspec.json.decode(body, type=kind)
