"""The kinds of arrays in which the pad's scans, their forces and what is asked of them are kept."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.uint16]
Times = npt.NDArray[np.int64]  # nanoseconds
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]
