"""The pad controller as a part of a board: its link, its clock, its edges and samples."""

from drivers.controller.controller import PadController

__all__ = ["PadController"]
