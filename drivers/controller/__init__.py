"""The pad controller as a part of a board: its link, its clock, its edges and samples."""

from drivers.controller.controller import PadController
from drivers.controller.link import leave

__all__ = ["PadController", "leave"]
