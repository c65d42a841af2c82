"""Events: drawing, standings and log of an evening, computed from nothing but its log."""
