"""Each sensor by itself: its curve, its rest, samples that are none."""
