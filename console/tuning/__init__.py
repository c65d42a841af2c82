"""``khvatka hw scope --web``: the pad's forces, thresholds and weights on a phone."""
