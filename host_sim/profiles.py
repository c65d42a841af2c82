"""The two reference tables of HARDWARE.md, as figures for the simulated board."""

from __future__ import annotations

from dataclasses import dataclass

from drivers.board import BoardInfo, ChannelSpec, LineSpec
from drivers.errors import ConfigError
from drivers.events import Button
from drivers.times import MS
from host_sim.models import MCP3008, RP2040, Adc


@dataclass(frozen=True, slots=True)
class TableProfile:
    """What a kind of table is made of; ``name`` is the board's, as one asks for it, and
    ``clock_sigma_ns`` one sigma of its clock map."""

    name: str
    max_seats: int
    adc: Adc
    divider_ohm: float
    channel_step_ns: int
    scan_jitter_ns: int
    clock_sigma_ns: int
    edge_uncertainty_ns: int
    worst_delay_ns: int
    frame_ns: int
    link_base_ns: int
    link_jitter_ns: int
    link_spike_share: float
    scan_period_ns: int = MS


PROFILES: dict[str, TableProfile] = {
    # Samples by the controller, edges too; USB frames of 1 ms.
    "mk2": TableProfile(
        name="pc",
        max_seats=8,
        adc=RP2040,
        divider_ohm=10_000.0,
        channel_step_ns=30_000,
        scan_jitter_ns=2_000,
        clock_sigma_ns=50_000,
        edge_uncertainty_ns=60_000,
        worst_delay_ns=12_000_000,
        frame_ns=MS,
        link_base_ns=300_000,
        link_jitter_ns=150_000,
        link_spike_share=0.003,
    ),
    # The Pi itself scans and stamps; a busy system lets a scan wait.
    "mk1": TableProfile(
        name="pc-mk1",
        max_seats=4,
        adc=MCP3008,
        divider_ohm=10_000.0,
        channel_step_ns=40_000,
        scan_jitter_ns=40_000,
        clock_sigma_ns=0,
        edge_uncertainty_ns=10_000,
        worst_delay_ns=10_000_000,
        frame_ns=MS,
        link_base_ns=100_000,
        link_jitter_ns=80_000,
        link_spike_share=0.002,
    ),
}


def profile_for(kind: str, seats: int) -> TableProfile:
    """Raises ConfigError for an unknown kind of table or a number of seats that it cannot have."""
    profile = PROFILES.get(kind)
    if profile is None:
        raise ConfigError(
            "simulated table {kind!r}: choose one of {profiles}",
            kind=kind,
            profiles=", ".join(sorted(PROFILES)),
        )
    if not 1 <= seats <= profile.max_seats:
        raise ConfigError(
            "simulated table {kind}: seats must be 1 to {max_seats}",
            kind=kind,
            max_seats=profile.max_seats,
        )
    return profile


def board_info(profile: TableProfile, seats: int, backwards: bool = False) -> BoardInfo:
    """Four lines a seat and the *seated* line last; *top* and *under* of each seat in turn.

    ``backwards``: a scan reads the last channel first.
    """
    lines = [
        LineSpec(f"seat{seat}.{button.name.lower()}", seat, button)
        for seat in range(seats)
        for button in Button
    ]
    last = 2 * seats - 1
    channels = [
        ChannelSpec(
            seat, part, profile.channel_step_ns * (last - channel if backwards else channel)
        )
        for seat in range(seats)
        for channel, part in enumerate(("top", "under"), 2 * seat)
    ]
    return BoardInfo(
        name=profile.name,
        seats=seats,
        lines=(*lines, LineSpec("seated")),
        channels=tuple(channels),
        full_code=profile.adc.full_code,
        divider_ohm=profile.divider_ohm,
        scan_period_ns=profile.scan_period_ns,
        edge_uncertainty_ns=profile.edge_uncertainty_ns,
        worst_delay_ns=profile.worst_delay_ns,
    )
