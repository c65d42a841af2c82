"""What is counted on the board and in the decoding, in words for the owner."""

from __future__ import annotations

from typing import Final

from console.i18n import N_, Words

COUNTED: Final = {
    "bad_bodies": N_("Messages that made no sense"),
    "bad_frames": N_("Damaged messages"),
    "brushes": N_("Brushes, too light to count"),
    "chips_back": N_("Chips that came back"),
    "chips_vanished": N_("Chips that vanished"),
    "cleanups_failed": N_("Lines that were not let go"),
    "clock_leaps": N_("Leaps of the controller's clock"),
    "clock_drift_ppm": N_("Clock of the controller, ppm fast"),
    "coupled": N_("Touches of a neighbour, not counted"),
    "doubled_frames": N_("Messages that came twice"),
    "dropped_scans": N_("Measurements dropped"),
    "edges": N_("Changes of button lines"),
    "edges_again": N_("Changes that came again"),
    "edges_doubled": N_("Changes to the same level"),
    "edges_late": N_("Changes that came late"),
    "edges_lost": N_("Changes lost"),
    "edges_merged": N_("Changes seen as one"),
    "edges_nonsense": N_("Changes that made no sense"),
    "floods": N_("Floods of changes"),
    "frames": N_("Messages"),
    "grab": N_("Grabs"),
    "half_hands": N_("Half hands"),
    "lost_edges": N_("Changes the board lost"),
    "lost_frames": N_("Messages lost"),
    "lost_pings": N_("Questions without an answer"),
    "no_replies": N_("Sensors that did not answer"),
    "overtaken_frames": N_("Messages out of order"),
    "palm": N_("Palms"),
    "ports_lost": N_("Connection lost, times"),
    "rate_hz": N_("Measurements a second"),
    "restarts": N_("Restarts of the controller"),
    "round_trip_ns": N_("There and back, ns"),
    "sampler_deaths": N_("Measuring broke off"),
    "sampler_restarts": N_("Measuring began again"),
    "scans": N_("Measurements"),
    "scans_again": N_("Measurements that came again"),
    "scans_dropped": N_("Measurements missed"),
    "scans_late": N_("Measurements that came late"),
    "scans_nonsense": N_("Measurements that made no sense"),
    "silences": N_("Silences of the controller"),
    "suppressed": N_("Contacts not passed on"),
    "unclean_closes": N_("Ends without goodbye"),
    "under_only": N_("Only the lower sensor"),
    "unsent_frames": N_("Messages not sent"),
    "worst_late_us": N_("Latest of all, µs"),
}
"""By the name that counts it, without that of its part of a board."""


def counter_words(words: Words, name: str) -> str:
    """A counter's name; of a board of several parts followed by the part that counts."""
    part, _, own = name.rpartition(".")
    if own not in COUNTED:
        return words._("Other: {name}").format(name=name)
    said = words._(COUNTED[own])
    return f"{said} ({part})" if part else said
