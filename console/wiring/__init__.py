"""The wiring at start-up: the only place that knows both the drivers and the simulated table."""
