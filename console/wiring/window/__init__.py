"""A table in a window, live and as a replay."""
