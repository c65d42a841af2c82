"""Who plays at a table beside its people: simulated ones, and opponents."""
