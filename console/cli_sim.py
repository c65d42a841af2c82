"""The command line: ``khvatka sim …``, the simulator as a test bench."""

from __future__ import annotations

import click


@click.group()
def sim() -> None:
    """Put simulated tables on trial: scenarios, fairness, soak."""
