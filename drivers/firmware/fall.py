"""Did the pad fall? Free fall or lying askew, from a LIS3DH's readings in thousandths of g.

The reed says most; the accelerometer says it also when the magnet is still near.
"""

from .wire import ticks_diff

FREE_MG = 400  # below this on the whole: nothing holds the pad
FREE_US = 30_000  # 4 mm of fall: more than any knock on the table makes
ASKEW_PERCENT = 70  # the share of gravity along the pad's axis: less is more than 45° off
ASKEW_US = 150_000
CALM_US = 300_000
REST_MG = (800, 1200)


class FallDetector:
    """``feed`` it readings in order of time; it says whether the pad lies where it belongs."""

    def __init__(self) -> None:
        self.fallen = False
        self._free_since = self._askew_since = self._calm_since = -1

    def feed(self, t: int, x_mg: int, y_mg: int, z_mg: int) -> bool:
        """Take one reading; true if ``fallen`` changed. The change is dated when it is sure."""
        square = x_mg * x_mg + y_mg * y_mg + z_mg * z_mg
        free = square < FREE_MG * FREE_MG
        resting = REST_MG[0] * REST_MG[0] <= square <= REST_MG[1] * REST_MG[1]
        upright = z_mg > 0 and z_mg * z_mg * 10_000 >= square * ASKEW_PERCENT * ASKEW_PERCENT
        self._free_since = _since(free, self._free_since, t)
        self._askew_since = _since(resting and not upright, self._askew_since, t)
        self._calm_since = _since(resting and upright, self._calm_since, t)
        before = self.fallen
        if _lasts(self._free_since, t, FREE_US) or _lasts(self._askew_since, t, ASKEW_US):
            self.fallen = True
        elif _lasts(self._calm_since, t, CALM_US):
            self.fallen = False
        return self.fallen != before


def _since(now: bool, since: int, t: int) -> int:
    """When a state began that is on ``now``; -1 while it is not."""
    if not now:
        return -1
    return t if since < 0 else since


def _lasts(since: int, t: int, limit_us: int) -> bool:
    return since >= 0 and ticks_diff(t, since) >= limit_us
